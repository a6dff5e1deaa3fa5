import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { DURABLE_ENGINES, onEveryEngine } from '#test/support/server.js'

const EVENTS = '/api/v1/namespaces/test/events'
const LIFE = 300

const event = (name: string): Json => ({
  metadata: { name, namespace: 'test' },
  involvedObject: { kind: 'Pod', name: 'web', namespace: 'test' },
  reason: 'Testing',
  message: 'a test',
  type: 'Normal',
})

async function untilGone(client: Client, path: string): Promise<void> {
  while ((await client.get(path)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 10))
}

onEveryEngine('events', (client) => {
  it('are kept by default', async () => {
    const created = await client.post(EVENTS, event('kept'))
    assert.equal(created.status, 201)
    assert.equal((await client.get(`${EVENTS}/kept`)).status, 200)
  })
})

for (const { name, skip, makeHome } of DURABLE_ENGINES) {
  describe(`events with a short lifetime, ${name}`, { skip }, () => {
    it('are deleted when they expire, and watchers see that', async (t) => {
      const home = await makeHome()
      t.after(() => home.remove())
      const server = await createServer({ ...home.options, port: 0, logLevel: 'silent', eventTtlMs: LIFE })
      t.after(() => server.close())
      const client = new Client(server.url)
      // From a version, so that a watch that starts late still sees both events.
      const { body: before } = await client.get(EVENTS)
      const version = before.metadata.resourceVersion
      const watched = client.watch(
        `/apis/events.k8s.io/v1/namespaces/test/events?watch=true&resourceVersion=${version}`,
        2,
      )
      await client.post(EVENTS, event('short'))
      const [added, deleted] = await watched
      assert.deepEqual([added.type, deleted.type], ['ADDED', 'DELETED'])
      assert.equal(deleted.object.metadata.name, 'short')
      await untilGone(client, `${EVENTS}/short`)
    })

    it('are deleted after a restart, by their own timestamps', async (t) => {
      const home = await makeHome()
      t.after(() => home.remove())
      const start = (eventTtlMs: number) =>
        createServer({ ...home.options, port: 0, logLevel: 'silent', eventTtlMs })
      const first = await start(0)
      const before = new Client(first.url)
      await before.post(EVENTS, event('old'))
      // The lastTimestamp is the time of the restart, or in the future because of a wrong clock.
      await before.post(EVENTS, { ...event('recent'), lastTimestamp: '2999-01-01T00:00:00Z' })
      await first.settled()
      await first.close()
      const second = await start(60_000)
      const between = new Client(second.url)
      assert.equal((await between.get(`${EVENTS}/old`)).status, 200)
      await second.settled()
      await second.close()
      const third = await start(LIFE)
      t.after(() => third.close())
      const after = new Client(third.url)
      await untilGone(after, `${EVENTS}/old`)
      await untilGone(after, `${EVENTS}/recent`)
    })
  })
}
