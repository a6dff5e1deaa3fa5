import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { startTestServer, type TestServerOptions } from '#testing.js'
import { kubectlPrograms } from '../clients/support/kubectl.js'
import { temporaryFolder } from '../support/temporary-folder.js'

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

/** With a certificate of its own authority. */
async function startedWithTls(t: TestContext, options: TestServerOptions = {}) {
  const { path: dataDir, remove } = await temporaryFolder()
  t.after(remove)
  return started(t, { tls: { selfSigned: true }, dataDir, ...options })
}

const USERS = { ann: ['dev'] }

async function namespacesOf(kubeconfig: string): Promise<readonly (string | undefined)[]> {
  const config = new KubeConfig()
  config.loadFromString(kubeconfig)
  const { items } = await config.makeApiClient(CoreV1Api).listNamespace()
  return items.map(({ metadata }) => metadata?.name)
}

describe('a kubeconfig', () => {
  it('connects client-node to a server without users', async (t) => {
    const server = await started(t)
    assert.ok((await namespacesOf(server.kubeconfig())).includes('default'))
    assert.ok((await namespacesOf(server.kubeconfig('ann'))).includes('default'))
  })

  it('is that of an administrator, or of a user', async (t) => {
    const server = await started(t, { users: USERS })
    assert.ok((await namespacesOf(server.kubeconfig())).includes('default'))
    await assert.rejects(namespacesOf(server.kubeconfig('ann')), { code: 403 })
    assert.throws(() => server.kubeconfig('bob'), /there is no user "bob"/)
  })

  it('has the authority of a self-signed server', async (t) => {
    const server = await startedWithTls(t, { users: USERS })
    assert.ok((await namespacesOf(server.kubeconfig())).includes('default'))
    await assert.rejects(namespacesOf(server.kubeconfig('ann')), { code: 403 })
  })

  it('works for a fork too', async (t) => {
    const server = await started(t, { users: USERS })
    const copy = await server.fork()
    t.after(() => copy.close())
    assert.ok((await namespacesOf(copy.kubeconfig())).includes('default'))
  })

  it('can be a file for its owner alone, until the server is closed', async (t) => {
    const server = await started(t, { users: USERS })
    const path = server.kubeconfigFile()
    assert.notEqual(server.kubeconfigFile('ann'), path)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    await server.close()
    assert.equal(existsSync(path), false)
  })

  for (const { path: kubectl, version } of kubectlPrograms()) {
    it(`connects kubectl ${version}`, async (t) => {
      for (const server of [await started(t), await startedWithTls(t, { users: USERS })]) {
        const KUBECONFIG = server.kubeconfigFile()
        const { exit, stdout } = await runKubectl(kubectl, ['get', 'namespaces', '-o', 'name'], KUBECONFIG)
        assert.equal(exit, 0)
        assert.match(stdout, /namespace\/default/)
      }
    })
  }
})

/** In another process, while this one serves. */
async function runKubectl(kubectl: string, args: readonly string[], KUBECONFIG: string) {
  return new Promise<{ exit: number; stdout: string }>((resolve) => {
    execFile(kubectl, args, { env: { ...process.env, KUBECONFIG } }, (error, stdout) => {
      resolve({ exit: error === null ? 0 : 1, stdout })
    })
  })
}
