import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type RunningServer } from '#index.js'
import { FastClient } from '../support/fast-client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { DURABLE_ENGINES } from '../support/server.js'
import { type Filter, History, type Seen } from './history.js'
import { ResumingWatcher, seenOf } from './resuming-watcher.js'

/** Fewer operations on etcd, which is slower. */
const operationsOn = (engine: string) =>
  Number(process.env.MODEL_OPERATIONS ?? (engine === 'etcd' ? 10_000 : sized(30_000, 1_500)))
const RESTARTS = 4
const WRITERS = 32
/** One in this many steps of the writers is a paged list. */
const LIST_EVERY = 50
const NAMESPACES = ['red', 'green', 'blue']
const NAMES = Array.from({ length: 40 }, (_, index) => `object-${index}`)
const TIERS = ['front', 'back', 'middle']
const BASE = '/apis/extensions/v1beta1'

/** The scope of lists and watches: a path, and the same filter as a function. */
const VIEWS: { path: string; filter: Filter }[] = [
  { path: `${BASE}/ingresses`, filter: () => true },
  ...NAMESPACES.map((namespace) => ({
    path: `${BASE}/namespaces/${namespace}/ingresses`,
    filter: ({ key }: Seen) => key.startsWith(`${namespace}/`),
  })),
  { path: `${BASE}/ingresses?labelSelector=tier%3Dfront`, filter: ({ labels }) => labels.tier === 'front' },
  { path: `${BASE}/ingresses?labelSelector=tier!%3Dback`, filter: ({ labels }) => labels.tier !== 'back' },
  {
    path: `${BASE}/namespaces/red/ingresses?labelSelector=tier%20in%20(front%2Cmiddle)`,
    filter: ({ key, labels }) => key.startsWith('red/') && ['front', 'middle'].includes(labels.tier ?? ''),
  },
  {
    path: `${BASE}/namespaces/green/ingresses?fieldSelector=metadata.name%3Dobject-7`,
    filter: ({ key }) => key === 'green/object-7',
  },
]

interface Listed {
  readonly view: (typeof VIEWS)[number]
  readonly revision: number
  readonly objects: Seen[]
}

const plain = ({ key, revision, labels }: Seen) => ({ key, revision, labels: { ...labels } })

for (const { name: engine, skip, makeHome } of DURABLE_ENGINES) {
  const seed = testSeed()
  const OPERATIONS = operationsOn(engine)
  const title = `${OPERATIONS} operations with restarts, seed ${seed}: nothing is missed, doubled or torn, ${engine}`

  it(title, { skip }, async () => {
    const random = new Random(seed)
    const home = await makeHome()
    const options = { ...home.options, port: 0, logLevel: 'error' } as const
    let server: RunningServer = await createServer(options)
    const client = new FastClient(server.url)
    const history = new History()
    const acknowledged = new Map<number, Seen>()
    let deleted = 0
    let operations = 0
    let turns = 0
    const lists: Listed[] = []

    const startRevision = Number(
      (await client.send('GET', VIEWS[0]?.path ?? '')).body.metadata.resourceVersion,
    )
    const reference = new ResumingWatcher(client, VIEWS[0]?.path ?? '', startRevision, (event) =>
      history.add(event),
    )
    const watchers = VIEWS.flatMap((view) =>
      [0, 1].map(() => ({ view, watcher: new ResumingWatcher(client, view.path, startRevision) })),
    )

    const write = async () => {
      const namespace = random.pick(NAMESPACES)
      const name = random.pick(NAMES)
      const collection = `${BASE}/namespaces/${namespace}/ingresses`
      const labels = random.chance(0.2) ? {} : { tier: random.pick(TIERS), turn: String(random.below(1000)) }
      const body = { metadata: { name, labels }, spec: { backend: { serviceName: 'web', servicePort: 80 } } }
      const kind = random.pick(['create', 'create', 'replace', 'patch', 'patch', 'delete'] as const)
      operations++
      if (kind === 'delete') {
        const { status } = await client.send('DELETE', `${collection}/${name}`)
        assert.ok(status === 200 || status === 404, `delete: ${status}`)
        if (status === 200) deleted++
        return
      }
      const response =
        kind === 'create'
          ? await client.send('POST', collection, body)
          : kind === 'replace'
            ? await client.send('PUT', `${collection}/${name}`, body)
            : await client.send(
                'PATCH',
                `${collection}/${name}`,
                { metadata: { labels } },
                'application/merge-patch+json',
              )
      assert.ok([200, 201, 404, 409].includes(response.status), `${kind}: ${response.status}`)
      if (response.status < 300) {
        const seen = seenOf(response.body)
        acknowledged.set(seen.revision, seen)
      }
    }

    const list = async () => {
      const view = random.pick(VIEWS)
      const limit = 1 + random.below(30)
      const objects: Seen[] = []
      const path = `${view.path}${view.path.includes('?') ? '&' : '?'}limit=${limit}`
      let revision = 0
      for (let next = ''; ; ) {
        operations++
        const { status, body } = await client.send('GET', next === '' ? path : `${path}&continue=${next}`)
        assert.equal(status, 200, JSON.stringify(body))
        if (revision === 0) revision = Number(body.metadata.resourceVersion)
        assert.equal(Number(body.metadata.resourceVersion), revision, 'all pages are of one snapshot')
        assert.ok(body.items.length <= limit)
        objects.push(...body.items.map(seenOf))
        next = body.metadata.continue ?? ''
        if (next === '') break
        if (random.chance(0.3)) await write()
      }
      lists.push({ view, revision, objects })
    }

    for (let era = 0; era <= RESTARTS; era++) {
      await reference.open()
      for (const { watcher } of watchers) await watcher.open()
      let dropping = true
      const dropper = (async () => {
        while (dropping) {
          const { watcher } = random.pick(watchers)
          await watcher.drop()
          await watcher.open()
          await pause(random.below(20))
        }
      })()
      const target = (OPERATIONS * (era + 1)) / (RESTARTS + 1)
      await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          while (operations < target) await (++turns % LIST_EVERY === 0 ? list() : write())
        }),
      )
      dropping = false
      await dropper
      // Every watch delivers all events before the server stops.
      await until(() => history.events.length === acknowledged.size + deleted)
      for (const { view, watcher } of watchers) {
        const last =
          [...history.expected(startRevision, Number.POSITIVE_INFINITY, view.filter)].at(-1)?.revision ?? 0
        await until(() => watcher.revision >= last)
      }
      for (const { watcher } of [{ watcher: reference }, ...watchers]) await watcher.drop()
      await server.close()
      if (era < RESTARTS) {
        server = await createServer(options)
        client.moveTo(server.url)
      }
    }
    client.close()
    await home.remove()

    const byRevision = new Map(history.events.map((event) => [event.revision, event]))
    for (const seen of acknowledged.values()) {
      const event = byRevision.get(seen.revision)
      assert.ok(event, `the write at ${seen.revision} was delivered`)
      assert.deepEqual(plain(event), plain(seen))
    }
    assert.equal(
      history.events.filter(({ type }) => type === 'DELETED').length,
      deleted,
      'every deletion was delivered',
    )
    assert.equal(
      history.events.length,
      acknowledged.size + deleted,
      'nothing was delivered that was not written',
    )

    const last = history.events.at(-1)?.revision ?? 0
    for (const { view, watcher } of watchers) {
      const expected = [...history.expected(startRevision, last, view.filter)]
      assert.equal(watcher.events.length, expected.length, `${view.path}: events delivered`)
      for (const [index, event] of expected.entries()) {
        assert.deepEqual(
          { ...plain(watcher.events[index] as Seen), type: watcher.events[index]?.type },
          { ...plain(event), type: event.type },
          view.path,
        )
      }
    }
    lists.sort((a, b) => a.revision - b.revision)
    const states = history.states()
    for (const { view, revision, objects } of lists) {
      const state = [...states(revision).values()]
        .filter(view.filter)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      assert.deepEqual(objects.map(plain), state.map(plain), `${view.path} at ${revision}`)
    }
    const enoughLists = Math.min(100, OPERATIONS / 100)
    assert.ok(lists.length > enoughLists && last > OPERATIONS / 4, 'there were enough events')
  })
}

/** Waits until a condition holds, up to the timeout of the test. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20)
}
