import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, Federation, type RestartableServer } from '#test/federation/clusters-of-servers.js'
import type { Json } from '#test/support/client.js'
import { Random, testSeed } from '#test/support/random.js'

const ALL = '/apis/search.binnacle.dev/v1alpha1/all'
const SECRETS = `${ALL}/api/v1/secrets`
const CLUSTER = 'federation.binnacle.dev/cluster'
const NAMES = ['m1', 'm2', 'm3']

const placeOf = ({ metadata }: Json) =>
  `${metadata.annotations[CLUSTER]}/${metadata.namespace}/${metadata.name}`

const pathOf = (namespace: string, name = '') =>
  `/api/v1/namespaces/${namespace}/secrets${name && `/${name}`}`

/** The events of a watch as they arrive. */
class Watching {
  readonly events: Json[] = []
  readonly #abort = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  static async start(server: RestartableServer, path: string): Promise<Watching> {
    const watching = new Watching()
    const response = await fetch(server.url + path, { signal: watching.#abort.signal })
    assert.equal(response.status, 200)
    watching.#ended = watching.#read(response.body as ReadableStream<Uint8Array>).catch(() => undefined)
    return watching
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.events.push(JSON.parse(line))
    }
  }

  get summary(): string[] {
    return this.events.map(
      ({ type, object }) => `${type} ${type === 'ERROR' ? object.code : placeOf(object)}`,
    )
  }

  async shows(...expected: string[]): Promise<void> {
    await eventually(`the watch shows ${expected}`, async () => {
      assert.deepEqual(this.summary.toSorted(), expected.toSorted())
    })
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#ended
  }
}

describe('watches and pages over all clusters', () => {
  const ends: (() => Promise<void>)[] = []
  let federation: Federation

  before(async () => {
    federation = await Federation.start({ after: (end) => ends.push(end) }, NAMES)
  })

  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const write = (cluster: string, name: string, labels: Json = {}, namespace = 'watched') =>
    federation.member(cluster).create(pathOf(namespace), { metadata: { name, labels } })

  const listed = async (query: string, path = SECRETS): Promise<Json> => {
    const { status, text, body } = await federation.host.client.get(`${path}?${query}`)
    assert.equal(status, 200, text)
    return body
  }

  const watch = (path: string) => Watching.start(federation.host, path)
  const watched = `${ALL}/api/v1/namespaces/watched/secrets`

  it('a watch resumes every cluster at its own version', async () => {
    await write('m1', 'old')
    await eventually('it is listed', async () => assert.equal((await listed('', watched)).items.length, 1))
    const { resourceVersion } = (await listed('', watched)).metadata
    const first = await watch(`${watched}?watch=1&resourceVersion=${resourceVersion}`)
    await write('m2', 'new')
    await federation.member('m1').change(pathOf('watched', 'old'), { data: { a: 'MQ==' } })
    await first.shows('ADDED m2/watched/new', 'MODIFIED m1/watched/old')
    await first.stop()
    await federation.member('m2').delete(pathOf('watched', 'new'))
    await write('m3', 'new')
    const all = await watch(`${watched}?watch=1&resourceVersion=${resourceVersion}`)
    await all.shows(
      'ADDED m2/watched/new',
      'MODIFIED m1/watched/old',
      'DELETED m2/watched/new',
      'ADDED m3/watched/new',
    )
    await all.stop()
    // As a reflector does: from the version of the last event.
    const last = first.events.at(-1).object.metadata.resourceVersion
    const rest = await watch(`${watched}?watch=1&resourceVersion=${last}`)
    await rest.shows('DELETED m2/watched/new', 'ADDED m3/watched/new')
    await rest.stop()
  })

  it('a watch without a version starts with everything, and selects', async () => {
    await write('m1', 'yes', { app: 'x' })
    await write('m2', 'no', { app: 'y' })
    const selected = await watch(`${watched}?watch=1&labelSelector=app%3Dx`)
    await selected.shows('ADDED m1/watched/yes')
    await federation.member('m2').change(pathOf('watched', 'no'), { metadata: { labels: { app: 'x' } } })
    await federation.member('m1').change(pathOf('watched', 'yes'), { metadata: { labels: { app: 'y' } } })
    await selected.shows('ADDED m1/watched/yes', 'ADDED m2/watched/no', 'DELETED m1/watched/yes')
    await selected.stop()
    const one = await watch(`${watched}?watch=1&cluster=m3`)
    await one.shows('ADDED m3/watched/new')
    await one.stop()
  })

  it('a watch that has sent a part of a cluster cannot be resumed, for what it sent may be deleted', async () => {
    for (const name of ['a', 'b', 'c']) await write('m3', name, {}, 'partial')
    const path = `${ALL}/api/v1/namespaces/partial/secrets?watch=1&cluster=m3`
    await eventually('they are listed', async () =>
      assert.equal((await listed('cluster=m3', path.split('?')[0])).items.length, 3),
    )
    const initial = await watch(path)
    await initial.shows('ADDED m3/partial/a', 'ADDED m3/partial/b', 'ADDED m3/partial/c')
    await initial.stop()
    const [first, , last] = initial.events.map(({ object }) => object.metadata.resourceVersion)
    await federation.member('m3').delete(pathOf('partial', 'a'))
    const refused = await federation.host.client.get(`${path}&resourceVersion=${first}`)
    assert.equal(refused.status, 410)
    const resumed = await watch(`${path}&resourceVersion=${last}`)
    await resumed.shows('DELETED m3/partial/a')
    await resumed.stop()
  })

  it('the initial events end with a bookmark from which a watch resumes', async () => {
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const initial = await watch(`${watched}?${query}&cluster=m3`)
    const bookmark = await eventually('the bookmark arrives', async () => {
      const found = initial.events.find(({ type }) => type === 'BOOKMARK')
      assert.ok(found)
      return found.object
    })
    await initial.stop()
    assert.equal(bookmark.kind, 'Secret')
    assert.equal(bookmark.metadata.annotations['k8s.io/initial-events-end'], 'true')
    const rest = await watch(
      `${watched}?watch=1&cluster=m3&resourceVersion=${bookmark.metadata.resourceVersion}`,
    )
    await write('m3', 'later')
    await rest.shows('ADDED m3/watched/later')
    await rest.stop()
  })

  it('pages of any size show each cluster as it was at the first page', async () => {
    const seed = testSeed()
    const random = new Random(seed)
    const namespaces = ['n1', 'n1-a', 'n2']
    for (let index = 0; index < 60; index++) {
      const name = `o-${random.below(10_000)}-${index}`
      await write(random.pick(NAMES), name, { part: String(index % 3) }, random.pick(namespaces))
    }
    /** The plain union, in order. */
    const union = async (selector: string): Promise<string[]> => {
      const found: string[] = []
      for (const name of NAMES) {
        const { items } = await federation.member(name).get(`/api/v1/secrets?labelSelector=${selector}`)
        found.push(...items.map(({ metadata }: Json) => `${name}/${metadata.namespace}/${metadata.name}`))
      }
      return found
    }
    for (let round = 0; round < 6; round++) {
      const selector = random.pick(['part', 'part%3D1', 'part%20in%20(0,2)'])
      const expected = await eventually('the search has caught up', async () => {
        const now = await union(selector)
        assert.deepEqual((await listed(`labelSelector=${selector}`)).items.map(placeOf), now, `seed ${seed}`)
        return now
      })
      const found: string[] = []
      const versions = new Set<string>()
      for (let next = ''; ; ) {
        const limit = 1 + random.below(25)
        const page = await listed(`labelSelector=${selector}&limit=${limit}&continue=${next}`)
        assert.ok(page.items.length <= limit)
        found.push(...page.items.map(placeOf))
        versions.add(page.metadata.resourceVersion)
        next = page.metadata.continue ?? ''
        if (next === '') break
        // Changes between pages do not show.
        const place = random.pick(expected).split('/')
        const [cluster, namespace, name] = place as [string, string, string]
        if (random.chance(0.5)) await federation.member(cluster).client.delete(pathOf(namespace, name))
        else
          await write(random.pick(NAMES), `late-${random.below(1e9)}`, { part: '1' }, random.pick(namespaces))
      }
      assert.deepEqual(found, expected, `seed ${seed}`)
      assert.equal(versions.size, 1)
    }
  })

  it('a member that is away is named in a warning, and comes back', async () => {
    const changes = await watch(`${watched}?watch=1&cluster=m2`)
    await eventually('the watch has started', async () => assert.ok(changes.events.length > 0))
    const before = changes.events.length
    const member = federation.member('m2')
    await member.stop()
    const away = await eventually('the warning appears', async () => {
      const response = await federation.host.client.get(watched)
      assert.match(
        response.headers.get('warning') ?? '',
        /shown as last seen, because it cannot be read now: cluster m2/,
      )
      return response
    })
    assert.equal(away.status, 200)
    assert.ok(away.body.items.some((item: Json) => item.metadata.annotations[CLUSTER] === 'm2'))
    await member.start()
    await write('m2', 'back')
    await eventually('the member is read again', async () => {
      const response = await federation.host.client.get(watched)
      assert.equal(response.headers.get('warning'), null)
      assert.ok(response.body.items.map(placeOf).includes('m2/watched/back'))
    })
    await eventually('the watch continues', async () => {
      assert.deepEqual(changes.summary.slice(before), ['ADDED m2/watched/back'])
    })
    await changes.stop()
  })

  it('a token of another life is expired', async () => {
    const { metadata } = await listed('', watched)
    const versions = JSON.parse(Buffer.from(metadata.resourceVersion, 'base64url').toString())
    assert.deepEqual(Object.keys(versions), NAMES)
    const status = async (changed: Json) => {
      const token = Buffer.from(JSON.stringify({ ...versions, ...changed })).toString('base64url')
      return (
        await federation.host.client.get(`${watched}?watch=1&timeoutSeconds=1&resourceVersion=${token}`)
      ).status
    }
    assert.equal(await status({}), 200)
    assert.equal(await status({ m1: '1' }), 410)
    assert.equal(await status({ m1: '999999' }), 410)
    assert.equal(await status({ m9: '1' }), 410)
  })

  it('watches end when a cluster leaves, so that clients list again', async () => {
    const changes = await watch(`${watched}?watch=1&cluster=m1`)
    await eventually('the watch has started', async () => assert.ok(changes.events.length > 0))
    await federation.host.delete('/apis/federation/v1beta1/clusters/m3')
    await eventually('the watch ends', async () => assert.equal(changes.summary.at(-1), 'ERROR 410'))
    await changes.stop()
    const { items } = await listed('', watched)
    assert.ok(items.every((item: Json) => item.metadata.annotations[CLUSTER] !== 'm3'))
  })
})
