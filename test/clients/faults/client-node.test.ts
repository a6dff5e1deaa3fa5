import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  ApiException,
  CoreV1Api,
  type KubernetesListObject,
  makeInformer,
  type V1ConfigMap,
} from '@kubernetes/client-node'
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
import { configOf } from '../support/client-node.js'
import { until } from '../support/until.js'

const NAMESPACE = 'test'
const configMap = (name: string, data = {}) => ({ namespace: NAMESPACE, body: { metadata: { name }, data } })

async function started(t: TestContext) {
  const server = await startTestServer()
  t.after(() => server.close())
  const config = configOf(server.url)
  const api = config.makeApiClient(CoreV1Api)
  return { server, config, api, faults: server.faults, requests: server.requests }
}

/** An informer that restarts after errors, as its documentation recommends, and its events. */
async function follow(t: TestContext, { config, api }: Awaited<ReturnType<typeof started>>) {
  const list = async () =>
    (await api.listNamespacedConfigMap({ namespace: NAMESPACE })) as KubernetesListObject<V1ConfigMap>
  const informer = makeInformer(config, `/api/v1/namespaces/${NAMESPACE}/configmaps`, list)
  const reported: string[] = []
  let isOver = false
  for (const event of ['add', 'update', 'delete'] as const)
    informer.on(event, ({ metadata }) => reported.push(`${event} ${metadata?.name}`))
  informer.on('error', () => {
    if (!isOver) setTimeout(() => informer.start(), 20)
  })
  await informer.start()
  t.after(async () => {
    isOver = true
    await informer.stop()
  })
  return { reported, informer, reports: (line: string) => until(async () => reported.includes(line)) }
}

const codeOf = (error: unknown) => (error instanceof ApiException ? error.code : undefined)

describe('client-node: an informer', () => {
  it('lists again after its watch has expired', async (t) => {
    const subject = await started(t)
    const { api, faults, requests } = subject
    await api.createNamespacedConfigMap(configMap('a'))
    const fault = faults.add({ times: 1 }, expireWatch())
    const { reports, informer } = await follow(t, subject)
    await until(async () => fault.fired === 1 && requests.filter({ verb: 'list' }).length >= 2)
    await api.createNamespacedConfigMap(configMap('b'))
    await reports('add b')
    assert.deepEqual(
      informer.list().map(({ metadata }) => metadata?.name),
      ['a', 'b'],
    )
  })

  it('goes on after its connection was cut, and misses nothing', async (t) => {
    const subject = await started(t)
    const { api, faults, requests } = subject
    const fault = faults.add({ times: 2 }, cutWatch({ afterEvents: 2 }))
    const { reported, reports } = await follow(t, subject)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await api.createNamespacedConfigMap(configMap(name))
    await reports('add f')
    assert.deepEqual(reported, ['add a', 'add b', 'add c', 'add d', 'add e', 'add f'])
    assert.equal(fault.fired, 2)
    assert.ok(requests.filter({ verb: 'watch' }).length >= 3)
  })

  it('reports events that come again only once', async (t) => {
    const subject = await started(t)
    const { api, faults } = subject
    faults.add({ times: 1 }, cutWatch({ afterEvents: 2 }))
    const again = faults.add({ nth: 2 }, duplicateEvents({ events: 1 }))
    const { reported, reports } = await follow(t, subject)
    for (const name of ['a', 'b', 'c']) await api.createNamespacedConfigMap(configMap(name))
    await reports('add c')
    assert.equal(again.fired, 1)
    assert.deepEqual(reported, ['add a', 'add b', 'add c'])
  })

  it('starts again when the list fails', async (t) => {
    const subject = await started(t)
    const { api, faults } = subject
    await api.createNamespacedConfigMap(configMap('a'))
    const busy = faults.add({ verb: 'watch', times: 1 }, fail(429))
    const { reports } = await follow(t, subject)
    await until(async () => busy.fired === 1)
    await api.createNamespacedConfigMap(configMap('b'))
    await reports('add b')
  })

  it('gets its events over a slow connection', async (t) => {
    const subject = await started(t)
    const { api, faults } = subject
    const slow = faults.add({ verb: ['list', 'watch'] }, slowBytes({ bytesPerSecond: 5000 }))
    await api.createNamespacedConfigMap(configMap('a'))
    const { reports } = await follow(t, subject)
    await api.createNamespacedConfigMap(configMap('b'))
    await reports('add b')
    assert.ok(slow.fired >= 2)
  })

  it('that began with a stale list catches up by its watch', async (t) => {
    const subject = await started(t)
    const { api, faults } = subject
    await api.createNamespacedConfigMap(configMap('a'))
    await api.createNamespacedConfigMap(configMap('b'))
    const stale = faults.add({ resource: 'configmaps', times: 1 }, staleReads())
    const { reported, reports } = await follow(t, subject)
    await reports('add b')
    assert.equal(stale.fired, 1)
    assert.deepEqual(reported, ['add a', 'add b'])
  })
})

describe('client-node: a call', () => {
  it('reports the code and the Retry-After of an error', async (t) => {
    const { api, faults } = await started(t)
    faults.add({ verb: 'list', times: 1 }, fail(429, { retryAfter: 3 }))
    const error = await api.listNamespacedConfigMap({ namespace: NAMESPACE }).catch((error: unknown) => error)
    assert.ok(error instanceof ApiException)
    assert.deepEqual([error.code, error.headers['retry-after']], [429, '3'])
  })

  it('conflicts, and succeeds when it is read and written again', async (t) => {
    const { api, faults } = await started(t)
    await api.createNamespacedConfigMap(configMap('a'))
    const fault = faults.add({ verb: 'update', times: 2 }, fail(409))
    let attempts = 0
    const update = async (): Promise<V1ConfigMap> => {
      attempts++
      const body = await api.readNamespacedConfigMap({ name: 'a', namespace: NAMESPACE })
      try {
        return await api.replaceNamespacedConfigMap({
          name: 'a',
          namespace: NAMESPACE,
          body: { ...body, data: { key: 'new' } },
        })
      } catch (error) {
        if (codeOf(error) !== 409) throw error
        return update()
      }
    }
    assert.equal((await update()).data?.key, 'new')
    assert.deepEqual([attempts, fault.fired], [3, 2])
  })

  it('does not know whether its write happened when the connection drops', async (t) => {
    const { api, faults } = await started(t)
    faults.add({ verb: 'create', nth: 1 }, dropBefore())
    faults.add({ verb: 'create', nth: 1 }, dropAfter())
    await assert.rejects(api.createNamespacedConfigMap(configMap('a')))
    await assert.rejects(api.createNamespacedConfigMap(configMap('a')))
    const error = await api.createNamespacedConfigMap(configMap('a')).catch(codeOf)
    assert.equal(error, 409)
  })

  it('waits for a slow server', async (t) => {
    const { api, faults } = await started(t)
    const late = faults.add({ verb: 'create' }, delay(100))
    await api.createNamespacedConfigMap(configMap('a'))
    assert.equal(late.fired, 1)
  })
})
