import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer, type TestServerOptions } from '#testing.js'

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

const deployment = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    },
  },
})

const configMap = (name: string, data = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

describe('until', () => {
  it('waits for a condition and resolves with the object', async (t) => {
    const server = await started(t, { simulateWorkloads: true })
    const waiting = server.until('deployment/web', (web) => web.status.readyReplicas === 3)
    await server.load(deployment('web'))
    assert.equal((await waiting).spec.replicas, 3)
  })

  it('takes kinds, plurals, short names and groups', async (t) => {
    const server = await started(t, { objects: [deployment('web')] })
    for (const word of ['Deployment', 'deployments', 'deploy', 'deployment.apps', 'deployments.extensions']) {
      const { kind } = await server.until(`${word}/web`, ({ metadata }) => metadata.name === 'web')
      assert.equal(kind, 'Deployment', word)
    }
    assert.equal(
      (await server.until('deployment.extensions/web', () => true)).apiVersion,
      'extensions/v1beta1',
    )
    await server.until('ns/default', ({ status }) => status.phase === 'Active')
    await assert.rejects(
      server.until('ship/a', () => true),
      /there is no kind "ship"/,
    )
    await assert.rejects(
      server.until('web', () => true),
      /expected a kind and a name/,
    )
  })

  it('sees every version, also those that are soon replaced', async (t) => {
    const server = await started(t, { objects: [configMap('a', { x: '0' })] })
    const seen: unknown[] = []
    const waiting = server.until('cm/a', async ({ data }) => {
      seen.push(data?.x)
      return data?.x === '3'
    })
    for (const x of ['1', '2', '3'])
      await server.client.patch('v1', 'ConfigMap', 'default', 'a', { data: { x } })
    await waiting
    assert.deepEqual(seen, ['0', '1', '2', '3'])
  })

  it('waits for a deletion', async (t) => {
    const server = await started(t, { objects: [configMap('a')] })
    const waiting = server.until('cm/a', 'deleted')
    await server.client.delete('v1', 'ConfigMap', 'default', 'a')
    assert.equal(await waiting, undefined)
    await server.until('cm/a', 'deleted')
  })

  it('shows the object and what has changed after the timeout', async (t) => {
    const server = await started(t, { objects: [configMap('a', { x: '1' })] })
    const waiting = server.until('configmap/a', ({ data }) => data?.x === '3', { timeout: 200 })
    await server.client.patch('v1', 'ConfigMap', 'default', 'a', { data: { x: '2' } })
    await assert.rejects(waiting, (error: Error) => {
      assert.match(
        error.message,
        /configmap\/a in namespace default: the condition was not fulfilled within 200 ms/,
      )
      assert.match(error.message, /data\.x: "1" -> "2"/)
      assert.match(error.message, /name: a\n/)
      return true
    })
    await assert.rejects(
      server.until('pod/none', () => true, { timeout: 1 }),
      /The object does not exist/,
    )
  })

  it('takes a condition that throws as not fulfilled', async (t) => {
    const server = await started(t, { objects: [configMap('a')] })
    const condition = ({ data }: { data?: Record<string, string> }) => {
      if (data?.x === undefined) throw new Error('no x yet')
      return true
    }
    await assert.rejects(
      server.until('cm/a', condition, { timeout: 1 }),
      /The condition throws: Error: no x yet/,
    )
    const waiting = server.until('cm/a', condition)
    await server.client.patch('v1', 'ConfigMap', 'default', 'a', { data: { x: '2' } })
    await waiting
  })

  it('ends with the server', async () => {
    const server = await startTestServer()
    const waiting = assert.rejects(
      server.until('cm/a', () => true),
      /the server was closed/,
    )
    // So that it waits already.
    await server.settled()
    await new Promise((resolve) => setImmediate(resolve))
    await server.close()
    await waiting
  })
})
