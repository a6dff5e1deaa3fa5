import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  duplicateEvents,
  expireWatch,
  fail,
  slowBytes,
  staleReads,
  startTestServer,
} from '#testing.js'
import { Kubectl } from '../support/kubectl.js'
import { withEveryKubectl } from '../support/on-every-kubectl.js'
import { until } from '../support/until.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/test/deployments'
const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const configMap = (name: string, data = {}) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { name, namespace: 'test' },
  data,
})
const deployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    },
  },
}
const rolledOut = {
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
}

withEveryKubectl('faults', async (program) => {
  const home = await temporaryFolder()
  const server = await startTestServer()
  after(async () => {
    await server.close()
    await home.remove()
  })
  const client = new Client(server.url)
  const kubectl = new Kubectl({ program, server: server.url, home: home.path, namespace: 'test' })
  const { faults, requests } = server
  beforeEach(() => server.reset())

  it('retries a 429 with Retry-After', async () => {
    await client.post(CONFIG_MAPS, configMap('a'))
    faults.add({ verb: 'get', resource: 'configmaps', times: 1 }, fail(429, { retryAfter: 1 }))
    assert.match(await kubectl.prints('get configmap a -o name'), /configmap\/a/)
    assert.deepEqual(
      requests.filter({ verb: 'get', resource: 'configmaps' }).map(({ code }) => code),
      [429, 200],
    )
  })

  it('retries a 503 only with Retry-After', async () => {
    faults.add({ verb: 'list', resource: 'configmaps', times: 1 }, fail(503))
    assert.match(await kubectl.rejects('get configmaps'), /unable to handle the request/)
    faults.add({ verb: 'list', resource: 'configmaps', times: 1 }, fail(503, { retryAfter: 1 }))
    await kubectl.prints('get configmaps')
  })

  it('applies again after a conflict', async () => {
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
    await kubectl.prints('apply -f -', configMap('a', { key: 'old' }))
    const conflict = faults.add({ verb: 'patch', name: 'a', times: 1 }, fail(409))
    await kubectl.prints('apply -f -', configMap('a', { key: 'new' }))
    assert.equal(conflict.fired, 1)
    assert.equal((await client.get(`${CONFIG_MAPS}/a`)).body.data.key, 'new')
  })

  it('reports a lost connection; the write happened or not', async () => {
    faults.add({ verb: 'create', resource: 'configmaps', nth: 1 }, dropBefore())
    faults.add({ verb: 'create', resource: 'configmaps', nth: 1 }, dropAfter())
    const lost = /EOF|connection reset|closed/
    assert.match(await kubectl.rejects('create configmap a'), lost)
    assert.equal((await client.get(`${CONFIG_MAPS}/a`)).status, 404)
    assert.match(await kubectl.rejects('create configmap a'), lost)
    assert.match(await kubectl.rejects('create configmap a'), /already exists/)
  })

  it('gives up on a slow server after its timeout', async () => {
    faults.add({ verb: 'list', resource: 'configmaps', times: 1 }, delay('10s'))
    assert.match(await kubectl.rejects('get configmaps --request-timeout=1s'), /Timeout|deadline|timeout/)
    faults.add({ verb: 'list', resource: 'configmaps', nth: 1 }, delay(100))
    await kubectl.prints('get configmaps --request-timeout=20s')
  })

  it('reads slow bytes, and stale lists', async () => {
    for (const name of ['a', 'b']) await client.post(CONFIG_MAPS, configMap(name))
    const slow = faults.add({ verb: 'list', resource: 'configmaps' }, slowBytes({ bytesPerSecond: 20_000 }))
    faults.add({ resource: 'configmaps', times: 1 }, staleReads())
    assert.equal((await kubectl.prints('get configmaps -o name')).trim(), 'configmap/a')
    assert.equal((await kubectl.prints('get configmaps -o name')).trim(), 'configmap/a\nconfigmap/b')
    assert.equal(slow.fired, 2)
  })

  /** `rollout status` follows a deployment by an informer. */
  async function followRollout(): Promise<string> {
    const status = kubectl.start(['rollout', 'status', 'deployment/web', '--timeout=30s'])
    const isReconnected = async () => requests.filter({ verb: 'watch', resource: 'deployments' }).length >= 2
    await until(isReconnected)
    const type = { 'content-type': 'application/merge-patch+json' }
    await client.send('PATCH', `${DEPLOYMENTS}/web/status`, rolledOut, type)
    const { code, stdout, stderr } = await status.ended()
    assert.equal(code, 0, stderr)
    return stdout
  }

  it('follows a rollout although its watch is cut', async () => {
    await client.post(DEPLOYMENTS, deployment)
    const fault = faults.add({ resource: 'deployments', times: 1 }, cutWatch())
    assert.match(await followRollout(), /successfully rolled out/)
    assert.equal(fault.fired, 1)
  })

  it('lists again after its watch has expired', async () => {
    await client.post(DEPLOYMENTS, deployment)
    faults.add({ resource: 'deployments', times: 1 }, expireWatch())
    assert.match(await followRollout(), /successfully rolled out/)
    assert.ok(requests.filter({ verb: ['list', 'watch'], resource: 'deployments' }).length >= 3)
  })

  it('is not confused by events that come again', async () => {
    await client.post(DEPLOYMENTS, deployment)
    faults.add({ resource: 'deployments', times: 1 }, cutWatch())
    const again = faults.add({ resource: 'deployments' }, duplicateEvents())
    assert.match(await followRollout(), /successfully rolled out/)
    assert.ok(again.fired >= 1)
  })
})
