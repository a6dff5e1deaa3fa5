import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { MAIN, runCommand as run } from '../support/command.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const SECRETS = '/api/v1/namespaces/test/secrets'
const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const PASSWORD = Buffer.from('swordfish').toString('base64')

/** A server that stands for a cluster, with a Secret. */
async function cluster(t: TestContext) {
  const server = await startTestServer({ users: { ann: ['system:masters'] } })
  const { path, remove } = await temporaryFolder()
  t.after(async () => {
    await server.close()
    await remove()
  })
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'test' } } as const
  await server.client.create({ ...secret, data: { password: PASSWORD } })
  server.requests.clear()
  const out = join(path, 'cluster.recording')
  const flags = ['record', '--kubeconfig', server.kubeconfigFile('ann'), '--out', out]
  return { server, path, out, flags }
}

/** The recording as `binnacle serve` shows it. */
async function served(t: TestContext, from: string) {
  const server = await ServerProcess.start(['--from', from])
  t.after(() => server.stop())
  return new Client(server.url)
}

describe('binnacle record', () => {
  it('records a cluster that binnacle serve serves, by reading only and without values of Secrets', async (t) => {
    const { server, out, flags } = await cluster(t)
    const { code, stdout, stderr } = await run(...flags, '--duration', '0s')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^recorded \d+ objects and 0 changes to .*cluster\.recording$/m)
    assert.deepEqual([...new Set(server.requests.entries.map(({ method }) => method))], ['GET'])
    assert.equal((await stat(out)).mode & 0o777, 0o600)
    const copy = await served(t, out)
    const { body } = await copy.get(`${SECRETS}/s`)
    assert.deepEqual(body.data, { password: Buffer.from('redacted').toString('base64') })
    assert.equal((await copy.post(CONFIG_MAPS, { metadata: { name: 'new' } })).status, 201)
  })

  it('records the values of Secrets if it is asked to', async (t) => {
    const { out, flags } = await cluster(t)
    const { code, stderr } = await run(
      ...flags,
      '--duration',
      '0s',
      '--include-secret-values',
      '--kinds',
      'secrets',
    )
    assert.equal(code, 0, stderr)
    const { body } = await (await served(t, out)).get(`${SECRETS}/s`)
    assert.deepEqual(body.data, { password: PASSWORD })
  })

  it('records changes until Ctrl-C, and the file is complete', async (t) => {
    const { server, out, flags } = await cluster(t)
    const child = spawn(process.execPath, [MAIN, ...flags, '--kinds', 'cm'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    await once(child.stderr, 'data')
    const watches = () => server.requests.filter({ verb: 'watch', resource: 'configmaps' })
    while (watches().length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await server.client.create({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'late', namespace: 'test' },
    })
    while (watches()[0]?.events !== 1) await new Promise((resolve) => setTimeout(resolve, 10))
    // The last event may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 100))
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.match(printed, /and 1 changes/)
    assert.equal((await (await served(t, out)).get(`${CONFIG_MAPS}/late`)).status, 200)
  })

  it('reports a server that it cannot reach, and leaves no file', async (t) => {
    const { path, out } = await cluster(t)
    const file = join(path, 'none')
    const config = {
      clusters: [{ name: 'a', cluster: { server: 'http://127.0.0.1:1' } }],
      users: [{ name: 'a', user: { token: 'a' } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }))
    const { code, stderr } = await run('record', '--kubeconfig', file, '--out', out)
    assert.equal(code, 1)
    assert.match(stderr, /^binnacle: .*\n$/)
    await assert.rejects(stat(out), { code: 'ENOENT' })
  })
})

describe('binnacle serve --from', () => {
  it('reports a truncated recording in one line', async (t) => {
    const { out, flags } = await cluster(t)
    await run(...flags, '--duration', '0s', '--kinds', 'secrets')
    await truncate(out, (await stat(out)).size - 10)
    const { code, stdout, stderr } = await run('serve', '--port', '0', '--from', out)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^binnacle: .*cluster\.recording is not complete: it ends at byte \d+, after line \d+\n$/m,
    )
  })

  it('refuses another storage', async () => {
    const { code, stderr } = await run('serve', '--from', 'cluster.recording', '--storage', 'embedded')
    assert.equal(code, 2)
    assert.match(stderr, /--from serves a recording from memory/)
  })
})
