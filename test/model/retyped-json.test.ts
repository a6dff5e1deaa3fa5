import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import { deployment } from '#kinds/apps/deployment/index.js'
import { replicaSet } from '#kinds/apps/replicaset/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { parseAs } from '#registry/conversion.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { retyperOf } from '#registry/retyped.js'
import type { Revision } from '#storage/contract.js'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'

const OBJECTS = 500

/** If possible, the JSON of the current version is a copy of the stored bytes. It must equal the result of a conversion. */
describe('a stored object, served in another version', () => {
  const seed = testSeed()

  for (const kind of [deployment, replicaSet] as StoredKind[]) {
    const version = kind.versions.find(({ group }) => group === 'apps') as ServedVersion
    it(`is copied with the same result as a conversion: ${version.kind} (seed ${seed})`, () => {
      const random = new Random(seed)
      const retype = retyperOf(version)
      const head = Buffer.byteLength(`{"kind":"${version.kind}","apiVersion":"apps/v1",`)
      let copies = 0
      for (let count = 0; count < OBJECTS; count++) {
        const object = stored(kind, randomWorkload(random, version.kind))
        const copy = retype(object)
        if (copy === undefined) continue
        copies++
        const converted = version.encode(parseAs(version, object))
        assert.equal(copy.bytes().toString(), converted.toString())
        assert.equal(copy.length, converted.length)
        for (const start of [0, 1, head, head + 1, converted.length - 1]) {
          const target = Buffer.alloc(converted.length - start + 2)
          assert.equal(copy.copy(target, 1, start), converted.length - start)
          assert.equal(target.toString(), `\0${converted.subarray(start)}\0`)
          assert.equal(copy.subarray(start).toString(), converted.subarray(start).toString())
        }
      }
      assert.ok(copies > OBJECTS / 10 && copies < OBJECTS, `${copies} were copied`)
    })

    it(`is usually copied: ${version.kind}`, () => {
      const usual = stored(kind, workload(version.kind))
      assert.equal(
        retyperOf(version)(usual)?.bytes().toString(),
        version.encode(parseAs(version, usual)).toString(),
      )
    })

    it(`is converted if it lacks fields of the version: ${version.kind}`, () => {
      const { spec, ...rest } = workload(version.kind)
      const { selector: _, ...unselected } = spec
      assert.equal(retyperOf(version)(stored(kind, { ...rest, spec: unselected })), undefined)
    })
  }

  it('is converted if a rollback is pending, which is an annotation in the other version', () => {
    const version = deployment.versions.find(({ group }) => group === 'apps') as ServedVersion
    const { spec, ...rest } = workload('Deployment')
    const waiting = stored(deployment, { ...rest, spec: { ...spec, rollbackTo: { revision: 2 } } })
    assert.equal(retyperOf(version)(waiting), undefined)
  })
})

function stored(kind: StoredKind, body: Json): CachedObject {
  const { storageVersion } = kind
  const object = storageVersion.decode(body) as ApiObject
  // The decoder defaults the selector, which older servers may not have done.
  if (body.spec.selector === undefined) delete (object as ApiObject & { spec: Json }).spec.selector
  object.metadata.resourceVersion = ''
  const key = `${kind.prefix}default/${object.metadata.name}`
  return CachedObject.fromStored(key, 12 as Revision, storageVersion.encode(object))
}

const CLAIM = {
  name: 'claim',
  ephemeral: {
    volumeClaimTemplate: {
      spec: {
        selector: { matchLabels: { a: 'b' } },
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
  },
}
/** A string that would look like a field if it were not escaped. */
const STRINGS = ['plain', '"selfLink":"/x",', 'rollbackTo"', '"selector":{', '"template":{', 'ü', '']

function workload(kind: string): Json {
  return {
    kind,
    apiVersion: 'extensions/v1beta1',
    metadata: {
      name: 'web',
      namespace: 'default',
      selfLink: `/apis/extensions/v1beta1/${kind}/web`,
      uid: 'u',
    },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'web' }] },
      },
    },
  }
}

function randomWorkload(random: Random, kind: string): Json {
  const object = workload(kind)
  const { metadata, spec } = object
  const { template } = spec
  const text = () => random.pick(STRINGS)
  if (random.chance(0.3)) delete metadata.selfLink
  if (random.chance(0.3)) metadata.labels = { [text()]: text() }
  if (random.chance(0.5)) metadata.annotations = { [text()]: text(), selfLink: text(), selector: text() }
  if (random.chance(0.3)) metadata.managedFields = [{ manager: text(), fieldsV1: { 'f:selfLink': {} } }]
  if (random.chance(0.3)) template.metadata.selfLink = '/of/template'
  if (random.chance(0.3)) template.metadata.resourceVersion = '7'
  if (random.chance(0.3)) template.spec.volumes = [CLAIM]
  if (random.chance(0.2)) spec.selector = random.pick([null, undefined, {}])
  if (random.chance(0.2)) spec.rollbackTo = random.pick([null, {}, { revision: 3 }])
  if (random.chance(0.2)) object.status = { replicas: 3 }
  return object
}
