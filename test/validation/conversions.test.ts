import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '#kinds/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { fromStored, selfLinkOf, toStored } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from './random-object.js'

const OBJECTS = sized(400, 60)

const converted = kinds
  .flatMap(({ versions }) => versions)
  .filter(({ conversion }) => conversion !== undefined)

for (const version of converted) {
  const { storageVersion } = version.stored
  const name = `${version.kind} of ${apiVersionOf(version)}`

  test(`a random ${name} round-trips through storage`, () => {
    forRandomObjects(version, (object) => {
      const stored = toStored(version, object)
      if (!wouldBeDefaulted(object)) assertCanonical(storageVersion, stored)
      assert.deepEqual(plain(fromStored(version, stored)), plain(object))
    })
  })

  test(`the response to a write of a random ${name} equals a later read`, () => {
    forRandomObjects(version, (object) => {
      const read = JSON.parse(storageVersion.encode(toStored(version, object)).toString())
      const later = version.encode(fromStored(version, read)).toString()
      assert.equal(version.encode(fromStored(version, toStored(version, object))).toString(), later)
    })
  })

  test(`a random stored ${name} does not change when it is read and written back`, () => {
    forRandomObjects(storageVersion, (stored) => {
      const shown = fromStored(version, stored)
      assertCanonical(version, shown)
      assert.deepEqual(plain(toStored(version, shown)), plain(stored))
    })
  })

  test(`a ${name} has its kind, and a selfLink only in groups with one`, () => {
    forRandomObjects(storageVersion, (stored) => {
      const shown = fromStored(version, stored)
      assert.equal(shown.kind, version.kind)
      assert.equal(shown.apiVersion, apiVersionOf(version))
      assert.equal(shown.metadata.selfLink, selfLinkOf(version, stored.metadata))
      const again = toStored(version, shown)
      assert.equal(again.apiVersion, apiVersionOf(storageVersion))
      assert.equal(again.metadata.selfLink, selfLinkOf(storageVersion, stored.metadata))
    })
  })
}

/** Runs a check for random frozen objects of a version, in canonical form. */
function forRandomObjects(version: ServedVersion, check: (object: ApiObject) => void): void {
  const seed = testSeed()
  const random = new Random(seed)
  for (let count = 0; count < OBJECTS; count++) {
    const object = version.decode(randomObject(version.schema, random))
    object.kind = version.kind
    object.apiVersion = apiVersionOf(version)
    object.metadata.namespace = 'test'
    object.metadata.selfLink = selfLinkOf(version, object.metadata)
    try {
      check(freeze(object))
    } catch (error) {
      throw new Error(`TEST_SEED=${seed}, object ${count}: ${JSON.stringify(object)}`, { cause: error })
    }
  }
}

/** Whether the stored version would default labels or host ports that this object omits. */
function wouldBeDefaulted({ metadata, spec }: ApiObject & { spec?: Json }): boolean {
  if (metadata.labels === undefined) return true
  const pod = spec?.template?.spec
  return (
    Boolean(pod?.hostNetwork) &&
    [...(pod.containers ?? []), ...(pod.initContainers ?? [])].some(({ ports }) =>
      ports?.some(({ hostPort }: Json) => !hostPort),
    )
  )
}

/** A converted object is encoded as if a client had sent it, so that an unchanged write is recognized. */
function assertCanonical(version: ServedVersion, object: ApiObject): void {
  assert.equal(version.encode(object).toString(), JSON.stringify(version.decode(plain(object))))
}

const plain = (object: ApiObject) => JSON.parse(JSON.stringify(object)) as ApiObject

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const property of Object.values(value)) freeze(property)
    Object.freeze(value)
  }
  return value
}
