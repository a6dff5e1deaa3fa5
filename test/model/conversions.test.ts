import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daemonset } from '../../src/kinds/apps/daemonset/index.js'
import { deployment } from '../../src/kinds/apps/deployment/index.js'
import { replicaset } from '../../src/kinds/apps/replicaset/index.js'
import type { ApiObject } from '../../src/meta/api-object.js'
import type { ServedVersion, StoredKind } from '../../src/registry/kind.js'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { randomValue } from '../support/random-value.js'
import { sized } from '../support/scope.js'

const OBJECTS = sized(1_000, 100)
const KINDS: readonly StoredKind[] = [daemonset, deployment, replicaset]
/** What `apps/v1` says in annotations. */
const CARRIED: Readonly<Record<string, string>> = {
  DaemonSet: 'deprecated.daemonset.template.generation',
  Deployment: 'deprecated.deployment.rollback.to',
}

const seed = testSeed()

describe(`what is taken to another version and back, seed ${seed}`, () => {
  for (const kind of KINDS) {
    for (const version of kind.versions) {
      const { conversion } = version
      if (conversion === undefined) continue

      it(`is the same ${version.kind} of ${version.group}`, () => {
        const random = new Random(seed)
        for (let count = 0; count < OBJECTS; count++) {
          const object = randomObject(random, version)
          const back: ApiObject = conversion.fromStored(conversion.toStored(version.decode(object)))
          assert.deepEqual(written(version, back), written(version, version.decode(object)))
        }
      })

      it(`is the same ${version.kind} of ${kind.storageVersion.group}`, () => {
        const random = new Random(seed)
        const { storageVersion } = kind
        for (let count = 0; count < OBJECTS; count++) {
          const object = randomObject(random, storageVersion)
          const back: ApiObject = conversion.toStored(conversion.fromStored(storageVersion.decode(object)))
          assert.deepEqual(
            written(storageVersion, back),
            written(storageVersion, storageVersion.decode(object)),
          )
        }
      })
    }
  }
})

/** What a reader sees of an object, but for its type, which the caller of a conversion sets. */
function written(version: ServedVersion, object: ApiObject): Json {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = JSON.parse(version.encode(object).toString())
  return rest
}

function randomObject(random: Random, { schema, group, kind }: ServedVersion): Json {
  const object = randomValue(random, schema) as Json
  const carried = CARRIED[kind]
  const { labels, annotations } = object.metadata ?? {}
  object.metadata = { name: 'web', labels, annotations }
  if (carried !== undefined && group === 'apps' && random.chance(0.5)) {
    object.metadata.annotations = { ...annotations, [carried]: String(random.below(100)) }
  }
  return object
}
