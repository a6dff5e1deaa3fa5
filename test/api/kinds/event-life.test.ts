import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { alwaysLeading } from '#controllers/controller.js'
import { EventExpiry } from '#controllers/event-expiry.js'
import { kinds } from '#kinds/index.js'
import { silentLogger as logger } from '#observe/logger.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ContinueTokens } from '#registry/read/continue-token.js'
import { ResourceStores } from '#registry/stores.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { ManualClock, systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it('an event expires after its last write, or by its own timestamps if it is older than the server', async () => {
  const storage = openMemoryStorage()
  const cache = await ObjectCache.open(storage)
  const registry = new KindRegistry(kinds)
  const tokens = async () => new ContinueTokens(Buffer.alloc(32))
  const stores = new ResourceStores(registry, {
    storage,
    cache,
    encodings: new EncodingCache(),
    tokens,
    clock: systemClock,
    random: systemRandom,
  })
  const feed = new ChangeFeed(cache, registry)
  const writer = stores.ofReference('v1', 'Event')?.writer
  assert.ok(writer)
  const create = (name: string, more = {}) =>
    writer.create('test', { metadata: { name }, involvedObject: { namespace: 'test' }, ...more })
  const names = () =>
    feed.objectsIn(registry.storedUnder('core/events/') as never, 'test').map(({ name }) => name)

  // The server starts half an hour after these were written. One has the start as its lastTimestamp.
  const clock = new ManualClock(Date.now() + HOUR / 2)
  await create('a-old')
  await create('b-seen', { lastTimestamp: new Date(clock.now()).toISOString().replace(/\.\d+/, '') })
  await create('c-future', { lastTimestamp: '2999-01-01T00:00:00Z' })
  const parts = {
    kinds: registry,
    stores,
    feed,
    leadership: alwaysLeading,
    logger,
    clock,
    random: systemRandom,
  }
  const expiry = new EventExpiry(parts, HOUR)
  expiry.start()
  await create('d-new')
  await create('e-renewed')

  await expiry.deleteDue()
  assert.deepEqual(names(), ['a-old', 'b-seen', 'c-future', 'd-new', 'e-renewed'])
  clock.advance(HOUR / 2 + MINUTE)
  await expiry.deleteDue()
  assert.deepEqual(names(), ['b-seen', 'c-future', 'd-new', 'e-renewed'])
  await writer.replace('test', 'e-renewed', {
    metadata: { name: 'e-renewed', namespace: 'test' },
    involvedObject: { namespace: 'test' },
    message: 'again',
  })
  clock.advance(HOUR / 2 + MINUTE)
  await expiry.deleteDue()
  assert.deepEqual(names(), ['e-renewed'])
  clock.advance(HOUR)
  await expiry.deleteDue()
  assert.deepEqual(names(), [])
  await expiry.close()
  cache.close()
  await storage.close()
})
