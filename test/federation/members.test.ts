import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { storeOf } from '#controllers/controller.js'
import { DEFAULT_FEDERATION } from '#federation/config.js'
import { ClusterMembers } from '#federation/members/cluster-members.js'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import { kinds } from '#kinds/index.js'
import { silentLogger } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { Tracing } from '#observe/trace/tracing.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ResourceStores } from '#registry/stores.js'
import { SERVER_WRITE } from '#registry/write/write-options.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'

const CLUSTER = { apiVersion: 'federation/v1beta1', kind: 'Cluster', plural: 'clusters' }
const SECRET = { apiVersion: 'v1', kind: 'Secret', plural: 'secrets' }
const NAMESPACE = 'federation-system'

// biome-ignore lint/suspicious/noExplicitAny: a test changes objects of two kinds.
type Change = (object: any) => void

/** Members of a store, and their notifications. */
async function stage(t: TestContext) {
  const storage = openMemoryStorage()
  const cache = await ObjectCache.open(storage)
  t.after(() => cache.close())
  const registry = new KindRegistry(kinds)
  const tokens = () => Promise.reject(new Error('nothing is listed in chunks here'))
  const stores = new ResourceStores(registry, {
    storage,
    cache,
    encodings: new EncodingCache(),
    tokens,
    clock: systemClock,
    random: systemRandom,
  })
  const leadership = { isLeading: true, whenLeading: () => () => undefined }
  const members = new ClusterMembers({
    kinds: registry,
    stores,
    feed: new ChangeFeed(cache, registry),
    leadership,
    logger: silentLogger,
    tracing: new Tracing({ followsWrites: true }),
    clock: systemClock,
    random: systemRandom,
    config: DEFAULT_FEDERATION,
    metrics: new MetricsRegistry(),
  })
  members.start()
  t.after(() => members.close())
  const notified: string[] = []
  members.follow((name) => void notified.push(name))
  const [clusters, secrets] = [storeOf(stores, CLUSTER), storeOf(stores, SECRET)]
  const modify = async (
    store: typeof clusters,
    namespace: string | undefined,
    name: string,
    change: Change,
  ) => {
    await store.writer.modify(namespace, name, {
      retry: true,
      next: (current) => {
        const copy = current.copy()
        change(copy)
        return store.definition.decode(copy)
      },
    })
    await members.found('a')
  }
  return {
    members,
    leadership,
    /** The notifications since the last call. */
    notified: () => notified.splice(0),
    async create(secretRef?: { name: string }) {
      await clusters.writer.create(undefined, {
        metadata: { name: 'a', labels: { region: 'eu' } },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: '127.0.0.1:1' }], secretRef },
      })
      await members.found('a')
    },
    change: (change: Change) => modify(clusters, undefined, 'a', change),
    async report(status: string) {
      await clusters.writer.modify(undefined, 'a', {
        retry: true,
        mode: 'status',
        next: (current) =>
          clusters.definition.decode({
            ...current.copy(),
            status: { conditions: [{ type: 'Ready', status }] },
          }),
      })
    },
    async createSecret(data: Readonly<Record<string, string>>) {
      await secrets.writer.create(NAMESPACE, { metadata: { name: 's' }, stringData: data })
      await members.found('a')
    },
    changeSecret: (change: Change) => modify(secrets, NAMESPACE, 's', change),
    async remove() {
      await clusters.writer.delete(undefined, 'a', {
        uid: undefined,
        resourceVersion: undefined,
        policy: undefined,
        gracePeriodSeconds: undefined,
        ...SERVER_WRITE,
      })
    },
  }
}

describe('the members of clusters', () => {
  it('are added and removed with their clusters', async (t) => {
    const { members, create, remove, notified } = await stage(t)
    assert.equal(members.get('a'), undefined)
    await create()
    const member = members.get('a')
    assert.deepEqual([...members], [member])
    assert.equal(member?.client?.server, 'http://127.0.0.1:1')
    assert.deepEqual(new Set(notified()), new Set(['a']))
    await remove()
    assert.deepEqual([members.get('a'), member?.client, notified()], [undefined, undefined, ['a']])
  })

  it('notify about labels and readiness only', async (t) => {
    const { members, create, change, report, notified } = await stage(t)
    await create()
    const client = members.get('a')?.client
    notified()
    await change(({ metadata }) => {
      metadata.labels = { region: 'us' }
    })
    assert.deepEqual([members.get('a')?.labels, notified()], [{ region: 'us' }, ['a']])
    await report('True')
    assert.deepEqual([members.get('a')?.isReady, notified()], [true, ['a']])
    await report('True')
    await change(({ metadata }) => {
      metadata.annotations = { note: 'x' }
    })
    assert.deepEqual(notified(), [])
    await report('False')
    assert.deepEqual([members.get('a')?.isReady, notified()], [false, ['a']])
    assert.equal(members.get('a')?.client, client)
  })

  it('get a new client only if address or credentials change', async (t) => {
    const { members, create, change, createSecret, changeSecret, notified } = await stage(t)
    await create({ name: 's' })
    assert.equal(members.get('a')?.client, undefined)
    assert.match(members.get('a')?.error ?? '', /has no secret s$/)
    notified()
    await createSecret({ token: 'one', 'ca.crt': 'x' })
    const first = members.get('a')?.client
    assert.deepEqual([first?.server, notified()], ['https://127.0.0.1:1', ['a']])
    await changeSecret(({ metadata }) => {
      metadata.labels = { note: 'x' }
    })
    assert.equal(members.get('a')?.client, first)
    await changeSecret((secret) => {
      secret.stringData = { token: 'two' }
    })
    const second = members.get('a')?.client
    assert.ok(second !== undefined && second !== first)
    await change(({ spec }) => {
      spec.serverAddressByClientCIDRs[0].serverAddress = '127.0.0.1:2'
    })
    const third = members.get('a')?.client
    assert.equal(third?.server, 'https://127.0.0.1:2')
    notified()
    await changeSecret((secret) => {
      secret.data = { token: secret.data.token }
    })
    assert.deepEqual([members.get('a')?.client, notified()], [undefined, ['a']])
    assert.equal(members.get('a')?.error, 'the secret has token but no ca.crt')
    await assert.rejects(members.get('a')?.resource([]) ?? Promise.resolve(), MemberUnreachable)
  })

  it('receive nothing from a server that does not lead', async (t) => {
    const { members, create, leadership } = await stage(t)
    await create()
    leadership.isLeading = false
    const sent = members.get('a')?.client?.send({ method: 'GET', path: '/' }) ?? Promise.resolve()
    await assert.rejects(sent, { message: 'another server leads the federation now' })
  })
})
