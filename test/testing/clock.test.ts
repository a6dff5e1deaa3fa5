import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ManualClock, startTestServer, TestClock, type TestServerOptions } from '#testing.js'
import { Client } from '../support/client.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const EVENTS = '/api/v1/namespaces/test/events'
const HOUR = 3_600_000

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return { server, client: new Client(server.url) }
}

async function namesIn(client: Client, path: string): Promise<string[]> {
  const { body } = await client.get(path)
  return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
}

/** Whether a timestamp of the API is that of a clock, give or take the duration of a test. */
function isAbout(timestamp: string, time: number): boolean {
  return Math.abs(Date.parse(timestamp) - time) < 60_000
}

describe('the clock of a test server', () => {
  it('runs by itself and jumps', async (t) => {
    const { server } = await started(t)
    assert.ok(Math.abs(server.clock.now() - Date.now()) < 1_000)
    server.clock.advance('1h30m')
    assert.ok(server.clock.now() >= Date.now() + 1.5 * HOUR - 1)
    await server.clock.set('2040-01-01T00:00:00Z')
    assert.ok(isAbout('2040-01-01T00:00:00Z', server.clock.now()))
    assert.throws(() => server.clock.advance('soon'), RangeError)
    assert.throws(() => server.clock.advance(-1), RangeError)
  })

  it('makes all timestamps of objects', async (t) => {
    const { server, client } = await started(t)
    const before = Date.now()
    await server.clock.advance('100d')
    const then = before + 100 * 24 * HOUR
    const { body: map } = await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    assert.ok(isAbout(map.metadata.creationTimestamp, then))
    const { body: applied } = await client.send(
      'PATCH',
      `${CONFIG_MAPS}/a?fieldManager=test`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } },
      { 'content-type': 'application/apply-patch+yaml' },
    )
    assert.ok(isAbout(applied.metadata.managedFields[0].time, then))
    const { body: volume } = await client.post('/api/v1/persistentvolumes', {
      metadata: { name: 'disk' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
    })
    assert.ok(isAbout(volume.status.lastPhaseTransitionTime, then))
    const { body: definition } = await client.post(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: { name: 'ships.example.com' },
        spec: {
          group: 'example.com',
          names: { plural: 'ships', kind: 'Ship' },
          scope: 'Namespaced',
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      },
    )
    for (const { lastTransitionTime } of definition.status.conditions)
      assert.ok(isAbout(lastTransitionTime, then))
    const { body: review } = await client.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {})
    assert.ok(isAbout(review.metadata.creationTimestamp, then))
  })

  it('makes ages in tables', async (t) => {
    const { server, client } = await started(t)
    await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    await server.clock.advance('3h')
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    for (const path of [CONFIG_MAPS, `${CONFIG_MAPS}/a`]) {
      const { body } = await client.send('GET', path, undefined, { accept })
      assert.deepEqual(body.rows[0].cells, ['a', 0, '3h'])
    }
  })

  it('ends the history window: a watch from before gets 410', async (t) => {
    const { server, client } = await started(t, { historyWindowMs: 1000 })
    const { body } = await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    const { resourceVersion } = body.metadata
    await client.post(CONFIG_MAPS, { metadata: { name: 'b' } })
    const watch = `${CONFIG_MAPS}?watch=true&timeoutSeconds=1&resourceVersion=${resourceVersion}`
    // The minutes pass at once, without anything else to wait for.
    server.clock.advance('20m')
    const { text } = await client.get(watch)
    assert.equal(JSON.parse(text).object.code, 410, text)
    const list = await client.get(
      `${CONFIG_MAPS}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`,
    )
    assert.equal(list.status, 410)
  })

  it('ends the history window after a reset too', async (t) => {
    const { server, client } = await started(t)
    await server.clock.advance('2h')
    await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    await server.reset()
    assert.ok(Math.abs(server.clock.now() - Date.now()) < 1_000)
    const { body } = await client.post(CONFIG_MAPS, { metadata: { name: 'b' } })
    await client.post(CONFIG_MAPS, { metadata: { name: 'c' } })
    await server.clock.advance('20m')
    const list = await client.get(
      `${CONFIG_MAPS}?resourceVersion=${body.metadata.resourceVersion}&resourceVersionMatch=Exact`,
    )
    assert.equal(list.status, 410)
  })

  it('ends events after their TTL', async (t) => {
    const { server, client } = await started(t)
    const event = (name: string) => ({ metadata: { name }, involvedObject: { namespace: 'test' } })
    await client.post(EVENTS, event('early'))
    await server.clock.advance('40m')
    await client.post(EVENTS, event('late'))
    await server.clock.advance('30m')
    assert.deepEqual(await namesIn(client, EVENTS), ['late'])
    await server.clock.advance('30m')
    assert.deepEqual(await namesIn(client, EVENTS), [])
  })

  it('ends service account tokens', async (t) => {
    const { server } = await started(t, { users: { admin: ['system:masters'] } })
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await server.as('admin')(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    await server.clock.advance('365d')
    await send('/api/v1/namespaces/test/serviceaccounts', { metadata: { name: 'robot' } })
    const { status } = (await send('/api/v1/namespaces/test/serviceaccounts/robot/token', {
      spec: { expirationSeconds: 3600 },
    })) as { status: { token: string; expirationTimestamp: string } }
    assert.ok(isAbout(status.expirationTimestamp, server.clock.now() + HOUR))
    const isKnown = async () => (await server.as(status.token)('/api')).status !== 401
    assert.equal(await isKnown(), true)
    await server.clock.advance('59m')
    assert.equal(await isKnown(), true)
    await server.clock.advance('2m')
    assert.equal(await isKnown(), false)
  })

  it('ends watches', async (t) => {
    const { server, client } = await started(t)
    await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    const watch = await client.open(`${CONFIG_MAPS}?watch=true&timeoutSeconds=600&allowWatchBookmarks=true`)
    await server.clock.advance('11m')
    const types = (await watch.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    assert.equal(types[0], 'ADDED')
    assert.ok(types.includes('BOOKMARK'))
  })

  it('starts every job of a cron job that falls into the time', async (t) => {
    const { server, client } = await started(t, { simulateWorkloads: true })
    await server.clock.set('2030-01-01T00:00:30Z')
    await client.post('/apis/batch/v1/namespaces/test/cronjobs', {
      metadata: { name: 'tick' },
      spec: {
        schedule: '*/20 * * * *',
        successfulJobsHistoryLimit: 10,
        jobTemplate: {
          spec: {
            template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] } },
          },
        },
      },
    })
    server.clock.advance('1h')
    await server.settled()
    const { body } = await client.get('/apis/batch/v1/namespaces/test/jobs')
    const created = body.items.map(({ metadata }: { metadata: { creationTimestamp: string } }) =>
      metadata.creationTimestamp.slice(11, 16),
    )
    assert.deepEqual(created.sort(), ['00:20', '00:40', '01:00'])
    for (const { status } of body.items) assert.equal(status.succeeded, 1)
  })

  it('is put back by a reset and by a snapshot, and a fork has its own', async (t) => {
    const { server } = await started(t)
    await server.clock.advance('1h')
    const saved = server.snapshot()
    const copy = await server.fork()
    t.after(() => copy.close())
    await copy.clock.advance('1h')
    const hoursAhead = ({ clock }: typeof server) => Math.round((clock.now() - Date.now()) / HOUR)
    assert.deepEqual([hoursAhead(server), hoursAhead(copy)], [1, 2])
    await server.reset()
    assert.equal(hoursAhead(server), 0)
    await server.restore(saved)
    assert.equal(hoursAhead(server), 1)
  })

  it('may be shared by servers', async (t) => {
    const clock = new TestClock()
    const { client: one } = await started(t, { clock })
    const { client: other } = await started(t, { clock })
    const event = { metadata: { name: 'a' }, involvedObject: { namespace: 'test' } }
    for (const client of [one, other]) await client.post(EVENTS, event)
    await clock.advance('2h')
    for (const client of [one, other]) assert.deepEqual(await namesIn(client, EVENTS), [])
  })

  it('may be one that stands still', async (t) => {
    const clock = new ManualClock()
    const { server, client } = await started(t, { clock, historyWindowMs: 1000 })
    const { body } = await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    assert.equal(body.metadata.creationTimestamp, '2024-01-01T00:00:00Z')
    await client.post(CONFIG_MAPS, { metadata: { name: 'b' } })
    await server.clock.advance('20m')
    assert.equal(clock.now(), Date.parse('2024-01-01T00:20:00Z'))
    const exact = `${CONFIG_MAPS}?resourceVersion=${body.metadata.resourceVersion}&resourceVersionMatch=Exact`
    assert.equal((await client.get(exact)).status, 410)
    await server.clock.set('2024-01-01T00:00:00Z')
    assert.equal(clock.now(), Date.parse('2024-01-01T00:00:00Z'))
  })
})
