import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import { EncodingCache } from '#cache/encoding-cache.js'
import { FORMATS } from '#codec/media-type.js'
import { representation } from '#codec/representation.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind, LEGACY_CONVENTIONS } from '#registry/kind.js'
import { optional, struct } from '#schema/type.js'
import type { Revision } from '#storage/contract.js'
import { systemClock } from '#util/clock.js'
import { joinItems } from './serializer.js'
import { Serializers } from './serializers.js'

const Thing = struct('test.Thing', 'A thing.', {
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Metadata.'),
})
const thing = builtInKind({
  kind: 'Thing',
  plural: 'things',
  singular: 'thing',
  namespaced: false,
  storageVersion: {
    group: 'test',
    version: 'v1',
    conventions: LEGACY_CONVENTIONS,
    schema: Thing,
    subresources: [],
  },
}).storageVersion

const counter = () => {
  let count = 0
  return () => count++
}

const served = (name: string) =>
  new CachedObject(
    `test/things/${name}`,
    7 as Revision,
    Buffer.from(
      `{"kind":"Thing","apiVersion":"test/v1","metadata":{"name":"${name}","resourceVersion":"7","creationTimestamp":"2020-01-01T00:00:00Z"}}`,
    ),
  )

describe('serializers', () => {
  for (const format of FORMATS) {
    for (const projection of ['whole', 'metadata'] as const) {
      it(`encode the ${projection} object once as ${format}, for all readers, lists and streams`, async () => {
        const serializers = new Serializers(thing, new EncodingCache(), counter(), systemClock)
        const serializer = serializers.get(representation(format, projection))
        const object = served('one')
        assert.equal(serializer.object(object), serializer.object(object))
        const list = {
          objects: [object],
          selfLink: '',
          cached: undefined,
          revision: 7 as Revision,
          next: undefined,
          remaining: undefined,
        }
        const [first, second] = [await serializer.list(list), await serializer.list(list)]
        assert.equal(first.items[0], second.items[0])
        assert.equal(serializers.get(representation(format, projection)), serializer)
      })
    }
  }

  it('compute the age in a table anew and cache the rest of its rows', async () => {
    const serializers = new Serializers(thing, new EncodingCache(), counter(), systemClock)
    const serializer = serializers.get(representation('json', 'table'))
    const objects = [served('one'), served('two')]
    const list = {
      objects,
      selfLink: '/things',
      cached: undefined,
      revision: 7 as Revision,
      next: 'more',
      remaining: 3,
    }
    const pieces = await serializer.list(list)
    const body = Buffer.concat([pieces.head, joinItems(pieces), pieces.tail])
    assert.equal(body.length, pieces.length)
    const table = JSON.parse(body.toString())
    assert.deepEqual(table.metadata, {
      selfLink: '/things',
      resourceVersion: '7',
      continue: 'more',
      remainingItemCount: 3,
    })
    assert.deepEqual(
      table.rows.map(({ cells }: { cells: string[] }) => cells[0]),
      ['one', 'two'],
    )
    assert.match(table.rows[0].cells[1], /^\d+y(\d+d)?$/)
  })
})
