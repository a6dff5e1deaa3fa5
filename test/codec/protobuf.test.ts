import { describe, it } from 'node:test'
import { damaged, readsOrRejects, survives } from '#codec/protobuf/round-trip.fixture.js'
import * as discovery from '#discovery/types.js'
import { DeploymentRollback } from '#kinds/apps/deployment/extensions-v1beta1/schema.js'
import { ExtensionsScale as Scale } from '#kinds/apps/scale/schema.js'
import { kinds } from '#kinds/index.js'
import { apiVersionOf, type ResourceName } from '#meta/resource.js'
import type { AnyStruct } from '#schema/type.js'
import { typicalDeployment } from '../../bench/typical.js'
import { KINDS } from '../support/objects.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from '../validation/random-object.js'

const { APIGroup, APIResourceList, APIVersions } = discovery
const VERSIONS = kinds.flatMap(({ versions }) => versions)
const STRUCTS: ReadonlyMap<string, AnyStruct> = new Map<string, AnyStruct>([
  ...VERSIONS.map((version): [string, AnyStruct] => [typeName(version), version.schema]),
  ...Object.entries({ Scale, DeploymentRollback, APIGroup, APIResourceList, APIVersions }),
])
const OBJECTS = sized(100, 20)

function typeName(version: ResourceName): string {
  return `${apiVersionOf(version)} ${version.kind}`
}

describe('protobuf', () => {
  for (const [kind, struct] of STRUCTS) {
    it(`round-trips any ${kind}, and reads or rejects a damaged one`, () => {
      const seed = testSeed()
      const random = new Random(seed)
      for (let count = 0; count < OBJECTS; count++) {
        const body = randomObject(struct, random)
        try {
          let message = survives(struct, body)
          for (let times = 0; times < 5; times++) {
            message = damaged(message, random)
            readsOrRejects(struct, message)
          }
        } catch (error) {
          throw new Error(`TEST_SEED=${seed}: ${JSON.stringify(body)}`, { cause: error })
        }
      }
    })
  }

  it('round-trips typical objects', () => {
    for (const { make } of KINDS) {
      const body = make('example')
      survives(STRUCTS.get(`${body.apiVersion} ${body.kind}`) as AnyStruct, body)
    }
    survives(STRUCTS.get('extensions/v1beta1 Deployment') as AnyStruct, typicalDeployment('web'))
  })
})
