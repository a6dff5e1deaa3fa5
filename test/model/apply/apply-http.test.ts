import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { startTestServer } from '#testing.js'
import { ApplyModel, type Owned, type Paths } from './apply-model.js'
import { flattened } from './flat-object.js'
import { zeroObject } from './random-schema.js'
import { REAL_KINDS, type RealKind, type RealVersion } from './real-kinds.js'
import { conflictsWith, type Endpoint, ownerName, ServedObject, shown } from './served-object.js'

const OBJECTS = sized(30, 4)
const STEPS = 10
const MANAGERS = ['ann', 'bob', 'cid']
const APPLY = 'application/apply-patch+yaml'

/** Compares a server with the model after every apply, replacement and patch. */
const seed = testSeed()
describe(`server-side apply over HTTP (TEST_SEED=${seed})`, () => {
  let server: RunningServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())
  const outcomes = new Map<string, number>()

  for (const kind of REAL_KINDS) {
    it(`changes a ${kind.name ?? kind.kind} as its model does`, async () => {
      const random = new Random(seed)
      for (let count = 0; count < OBJECTS; count++) {
        const object = new ServedObject(
          new Client(server.url),
          kind,
          `tried-${REAL_KINDS.indexOf(kind)}-${count}`,
        )
        const steps: string[] = []
        for (let step = 0; step < STEPS; step++) {
          const outcome = await (random.chance(0.65) ? applied : updated)(random, kind, object, steps)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
      }
    })
  }

  it('includes changes and conflicts', () => {
    for (const outcome of ['applied', 'conflict', 'updated'])
      assert.ok(outcomes.has(outcome), `only ${[...outcomes.keys()]} came of it`)
  })
})

async function applied(
  random: Random,
  kind: RealKind,
  object: ServedObject,
  steps: string[],
): Promise<string> {
  const manager = random.pick(MANAGERS)
  const isForced = random.chance(0.3)
  const endpoint = randomEndpoint(random, kind, object)
  const body = randomBody(random, kind, endpoint, !object.exists || random.chance(0.5))
  const applier = ownerName(manager, 'Apply', endpoint)
  const firstOwner = ownerName('before-first-apply', 'Update', endpoint)
  const model = new ApplyModel(
    endpoint.version.type,
    object.relevant(zeroObject(endpoint.version.type), endpoint),
    firstOwner,
  )
  const { apiVersion } = endpoint.version
  const versions = new Map([[firstOwner, apiVersion], ...object.versions, [applier, apiVersion]])
  const expected = model.apply(
    await owned(object, endpoint),
    applier,
    object.relevant(object.named(body), endpoint),
    isForced,
    '',
  )

  const response = await object.write(endpoint, {
    method: 'PATCH',
    body,
    manager,
    query: `&force=${isForced}`,
    type: APPLY,
  })
  const force = isForced ? 'with force ' : ''
  steps.push(
    `${manager} applies ${force}${endpointText(endpoint)} ${JSON.stringify(body)}: ${response.status}`,
  )
  const words = `${steps.join('\n')}\n${response.status < 300 ? '' : response.text}`
  const conflicts = response.status === 409 ? object.conflictsIn(response) : []
  assert.deepEqual(conflicts, conflictsWith(expected.conflicts), words)
  if (response.status === 409) return 'conflict'
  if (response.status === 422) return 'invalid'
  assert.ok(response.status < 300, words)
  const present = presentPaths(kind, endpoint, response.body)
  assert.deepEqual(
    shown(object.owners, object.versions, present),
    shown(expected.owners, versions, present),
    words,
  )
  assert.deepEqual(
    object.relevant(response.body, endpoint),
    object.complete(expected.object, endpoint),
    words,
  )
  return 'applied'
}

/** A creation, a replacement or a patch, with defaults that the server sets. */
async function updated(
  random: Random,
  kind: RealKind,
  object: ServedObject,
  steps: string[],
): Promise<string> {
  const manager = random.pick(MANAGERS)
  const { exists, versions: known } = object
  const endpoint = randomEndpoint(random, kind, object)
  const before = await owned(object, endpoint)
  const isPatch = exists && random.chance(0.5)
  const part = randomBody(random, kind, endpoint, !exists)
  const body =
    exists && !isPatch ? combined(writable(object, await object.read(endpoint.version)), part) : part
  const method = isPatch ? 'PATCH' : exists ? 'PUT' : 'POST'
  const type = isPatch ? 'application/merge-patch+json' : 'application/json'
  const response = await object.write(endpoint, { method, body, manager, type })
  steps.push(`${manager}: ${method} ${endpointText(endpoint)} ${JSON.stringify(body)}: ${response.status}`)
  const words = `${steps.join('\n')}\n${response.status < 300 ? '' : response.text}`
  if (response.status === 422 || response.status === 400) return 'invalid'
  assert.ok(response.status < 300, words)

  const model = new ApplyModel(endpoint.version.type, undefined)
  // An update adds no owners to an object without owners, nor does a create in an old version.
  const isUntracked = before.owners.size === 0 && (exists || endpoint.version !== kind.versions[0])
  const updater = ownerName(manager, 'Update', endpoint)
  const expected = model.update(before, updater, object.relevant(response.body, endpoint), '')
  const versions = new Map(known).set(updater, endpoint.version.apiVersion)
  const present = presentPaths(kind, endpoint, response.body)
  const owners = shown(object.owners, object.versions, present)
  assert.deepEqual(owners, isUntracked ? {} : shown(expected.owners, versions, present), words)
  return 'updated'
}

const owned = async (object: ServedObject, endpoint: Endpoint): Promise<Owned> => ({
  object: object.relevant(await object.read(endpoint.version), endpoint),
  owners: object.owners,
  times: new Map(),
})

/**
 * The paths whose owners are compared: all, if there is one version. Between versions an owner of a map can lose the map
 * with its last entry, because an empty map is lost.
 */
function presentPaths({ versions }: RealKind, { version }: Endpoint, object: Json): Paths | undefined {
  return versions.length === 1 ? undefined : new Set(flattened(version.type, object).keys())
}

/** The fields that a client may write. */
const writable = (object: ServedObject, json: Json): Json => ({
  ...object.relevant(json, { subresource: 'object' }),
  ...object.relevant(json, { subresource: 'status' }),
})

/** The first apply is never to the status: it gives all fields of the object an owner. */
function randomEndpoint(
  random: Random,
  { versions, statusParts }: RealKind,
  { owners }: ServedObject,
): Endpoint {
  const version = random.chance(0.3) ? random.pick(versions) : (versions[0] as RealVersion)
  const isStatus = owners.size > 0 && statusParts.length > 0 && random.chance(0.25)
  return { version, subresource: isStatus ? 'status' : 'object' }
}

const endpointText = ({ version, subresource }: Endpoint) => `in ${version.apiVersion} to the ${subresource}`

function randomBody(
  random: Random,
  { base, always = {}, parts, statusParts, isFilled = false }: RealKind,
  { subresource }: Endpoint,
  isWhole: boolean,
): Json {
  // A write of the object ignores the status in the body.
  const all = subresource === 'object' ? [...parts, ...statusParts.slice(0, 1)] : statusParts
  const chosen = all.filter(() => random.chance(0.25)).map((part) => part(random))
  const first = subresource === 'object' ? combined(isWhole ? base : {}, always) : {}
  const body = chosen.reduce(combined, first)
  return isFilled ? (filled(body) ?? {}) : body
}

/** The value after a conversion: without nulls, empty strings, lists and objects, and with canonical quantities. */
function filled(value: Json): Json | undefined {
  if (value === '1000m') return '1'
  if (Array.isArray(value)) return value.length > 0 ? value.map(filled) : undefined
  if (!isObject(value)) return value === null || value === '' || value === 0 ? undefined : value
  const properties = Object.entries(value).map(([name, member]) => [name, filled(member)] as const)
  const left = properties.filter(([, member]) => member !== undefined)
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

/** Merges two objects; the lists of the second replace those of the first. */
function combined(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other
  const common = Object.keys(other).map((name) => [
    name,
    name in one ? combined(one[name], other[name]) : other[name],
  ])
  return { ...one, ...Object.fromEntries(common) }
}

const isObject = (value: Json) => value !== null && typeof value === 'object' && !Array.isArray(value)
