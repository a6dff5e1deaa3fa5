import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { kinds } from '#kinds/index.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import { startTestServer } from '#testing.js'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from '../validation/random-object.js'
import { RejectedRequest, type ResourceClient, TypedClient } from './support/typed-client.js'
import { JSON_FORMAT, PROTOBUF_FORMAT } from './support/wire.js'

const OBJECTS = sized(15, 4)
/** Fields that clients do not set on create, or that would keep the object from being listed or deleted. */
const UNSAID = [
  ...[
    'generateName',
    'resourceVersion',
    'uid',
    'selfLink',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ],
  ...['finalizers', 'initializers', 'ownerReferences', 'generation'],
]

/** Kinds whose names depend on their contents. */
const NAMED_BY_CONTENT = ['APIService', 'IPAddress', 'CustomResourceDefinition']

/** Kinds whose status the server updates right after a write. */
const REPORTED_ON = ['ValidatingAdmissionPolicy']

describe('a random object, in every format', async () => {
  const server = await startTestServer({
    runtimeConfig: { 'api/all': true },
    // Pods and claims are as by default.
    featureGates: { DynamicResourceAllocation: false, VolumeAttributesClass: false },
  })
  after(() => server.close())
  const seed = testSeed()
  const random = new Random(seed)
  const inJson = new TypedClient(server.url, JSON_FORMAT)
  const inProtobuf = new TypedClient(server.url, PROTOBUF_FORMAT)

  // Reviews and computed objects are not stored, so there is nothing to read back.
  const stored = kinds.filter(
    ({ review, storageVersion }) => !review && storageVersion.verbs.includes('create'),
  )
  for (const version of stored.flatMap(({ versions }) => versions)) {
    const apiVersion = apiVersionOf(version)
    it(`is returned as written: ${version.kind} of ${apiVersion}`, async () => {
      let created = 0
      const clients = [inJson, inProtobuf].map((client) => objectsOf(client, version))
      const reported = REPORTED_ON.includes(version.kind) ? () => server.settled() : undefined
      for (let count = 0; count < OBJECTS; count++) {
        const object = named(randomObject(version.schema, random), version, `object-${count}`)
        try {
          if (await survives(clients as [ResourceClient, ResourceClient], object, reported)) created++
        } catch (error) {
          throw new Error(`TEST_SEED=${seed}: ${JSON.stringify(object)}`, { cause: error })
        }
      }
      assert.ok(created > 0, `TEST_SEED=${seed}: none of them could be created`)
    })
  }
})

function objectsOf(client: TypedClient, version: ServedVersion): ResourceClient {
  const resource = client.resource(apiVersionOf(version), version.plural)
  return version.namespaced ? resource.in('random') : resource
}

function named(object: Json, { kind, namespaced, ...version }: ServedVersion, name: string): Json {
  const { metadata: given, ...rest } = object
  if (kind === 'Event') adjustEvent(rest)
  const metadata = given ?? {}
  for (const member of UNSAID) delete metadata[member]
  return {
    ...rest,
    ...{ kind, apiVersion: apiVersionOf(version) },
    metadata: {
      ...metadata,
      name: NAMED_BY_CONTENT.includes(kind) ? metadata.name : name,
      ...(namespaced && { namespace: 'random' }),
    },
  }
}

/** An event is in the namespace of its object, and a new one has no deprecated fields. */
function adjustEvent(event: Json): void {
  for (const member of ['involvedObject', 'regarding']) if (event[member]) event[member].namespace = 'random'
  for (const member of ['Source', 'FirstTimestamp', 'LastTimestamp', 'Count'])
    delete event[`deprecated${member}`]
  delete event.series
  Object.assign(event, { type: 'Normal', eventTime: '2024-01-02T03:04:05.000006Z' })
}

/** Whether it could be created; a rejection must be a client error. `reported` waits for status updates. */
async function survives(
  [json, protobuf]: [ResourceClient, ResourceClient],
  object: Json,
  reported?: () => Promise<void>,
): Promise<boolean> {
  const { name } = object.metadata
  const response = await accepted(json.create(object))
  if (response === undefined) return false
  await reported?.()
  const created = reported === undefined ? response : await json.get(name)
  const { resourceVersion } = created.metadata
  const watch = await protobuf.watch({ resourceVersion, fieldSelector: `metadata.name=${name}` })
  try {
    assert.deepEqual(await json.get(name), created)
    const message = await protobuf.get(name)
    assert.deepEqual(await accepted(json.update(created)), created, 'a replacement with the same object')
    assert.deepEqual(await accepted(protobuf.update(message)), message, 'a replacement with the same message')
    assert.deepEqual(await json.patch(name, {}), created, 'an empty patch')
    const annotated = await json.patch(name, { metadata: { annotations: { seen: 'yes' } } })
    assert.deepEqual(
      { ...annotated, metadata: undefined },
      { ...created, metadata: undefined },
      'a patch of the metadata',
    )
    const [event] = await watch.take(1)
    assert.deepEqual(event?.object, await protobuf.get(name))
    await json.delete(name, { gracePeriodSeconds: 0 })
    const again = await accepted(protobuf.create(withoutIdentity(message)))
    if (again !== undefined) await protobuf.delete(name, { gracePeriodSeconds: 0 })
  } finally {
    watch.stop()
  }
  return true
}

async function accepted(request: Promise<Json>): Promise<Json | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof RejectedRequest && error.code < 500) return undefined
    throw error
  }
}

function withoutIdentity({ metadata, ...rest }: Json): Json {
  const { resourceVersion: _, uid: __, ...kept } = metadata
  return { ...rest, metadata: kept }
}
