import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiObject } from '#meta/api-object.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { optional, string, struct } from '#schema/type.js'
import { builtInKind, TODAY_CONVENTIONS } from './kind.js'
import { KindRegistry } from './kind-registry.js'

/** A kind, and how often it was asked for the fields of its schema. */
function countedKind(hasStatus: boolean) {
  const asked = { times: 0 }
  const Status = struct('test.Status', 'Status.', () => ({
    phase: optional(1, string, 'Phase.', { default: 'New' }),
  }))
  const schema = struct('test.Counted', 'Counted.', () => {
    asked.times++
    return {
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Metadata.'),
      ...(hasStatus && { status: optional(2, Status, 'Status.') }),
    }
  })
  const kind = builtInKind<ApiObject>({
    kind: 'Counted',
    plural: 'counteds',
    singular: 'counted',
    namespaced: true,
    storageVersion: {
      group: 'test',
      version: 'v1',
      schema,
      subresources: [],
      conventions: TODAY_CONVENTIONS,
    },
  })
  return { asked, kind }
}

describe('a kind', () => {
  it('is defined and served without its fields, which are described at the first use', () => {
    const { asked, kind } = countedKind(true)
    const [version] = new KindRegistry([kind]).versions
    assert.equal(asked.times, 0)
    const object = version?.decode({ kind: 'Counted' })
    assert.equal(object?.kind, 'Counted')
    version?.encode(object as ApiObject)
    assert.equal(asked.times, 1)
  })

  it('has an empty status if its schema has one', () => {
    const { storageVersion } = countedKind(true).kind
    assert.deepEqual(storageVersion.emptyStatus()?.(), { phase: 'New' })
    assert.equal(storageVersion.emptyStatus(), storageVersion.emptyStatus())
    assert.equal(countedKind(false).kind.storageVersion.emptyStatus(), undefined)
  })
})
