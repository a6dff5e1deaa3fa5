import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { type ApiResponse, Client, type Json } from '../support/client.js'
import { DEPLOYMENTS, deployment, KINDS as OLDER_KINDS, REPLICASETS, replicaSet } from '../support/objects.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'

const PATCHES = sized(1500, 150)
const NAME = 'twin'

/** The same objects in a version that is not the stored one, with managed fields. */
const inApps = (path: string, make: (name: string) => Json) => ({
  path: path.replace('extensions/v1beta1', 'apps/v1'),
  make: (name: string): Json => ({
    ...make(name),
    apiVersion: 'apps/v1',
    spec: { ...make(name).spec, selector: { matchLabels: { app: 'web' } } },
  }),
})
const KINDS = [...OLDER_KINDS, inApps(DEPLOYMENTS, deployment), inApps(REPLICASETS, replicaSet)]

/**
 * A patch of only metadata leaves the rest of an object unparsed. Its result, success or error, must equal the result of
 * the same patch with an extra part that changes nothing but makes the server parse the whole object.
 */
describe('a patch of only metadata', () => {
  const seed = testSeed()
  const random = new Random(seed)
  let servers: RunningServer[] = []
  before(async () => {
    servers = await Promise.all([startTestServer(), startTestServer()])
  })
  after(() => Promise.all(servers.map((server) => server.close())))
  const outcomes = new Set<number>()

  for (const { path, make } of KINDS) {
    const { apiVersion, kind } = make(NAME)
    it(`changes a ${kind} of ${apiVersion} as a patch of the whole object does (seed ${seed})`, async () => {
      const [alone, whole] = servers.map(({ url }) => new Client(url)) as [Client, Client]
      for (let count = 0; count < PATCHES / KINDS.length; count++) {
        const created = await Promise.all([alone, whole].map((client) => client.post(path, make(NAME))))
        assert.ok(created.every(({ status }) => status === 201 || status === 409))
        const { type, patch, wholePatch } = randomPatch(random, kind)
        const target = `${path}/${NAME}${random.pick(QUERIES)}`
        const send = (client: Client, body: Json) =>
          client.send('PATCH', target, body, { 'content-type': type })
        const [one, other] = await Promise.all([send(alone, patch), send(whole, wholePatch)])
        const what = JSON.stringify({ type, patch, target })
        assert.deepEqual(comparable(one), comparable(other), what)
        assert.equal(one.headers.get('warning'), other.headers.get('warning'), what)
        outcomes.add(one.status)
        // The collector deletes objects without an existing owner, on each server at another time.
        if (what.includes('ownerReferences')) {
          await Promise.all([alone, whole].map((client) => remove(client, path)))
          continue
        }
        const [now, otherNow] = await Promise.all(
          [alone, whole].map((client) => client.get(`${path}/${NAME}`)),
        )
        assert.deepEqual(comparable(now as ApiResponse), comparable(otherNow as ApiResponse), what)
        if (random.chance(0.1)) await Promise.all([alone, whole].map((client) => remove(client, path)))
      }
    })
  }

  it('includes changes and rejections', () => {
    assert.ok(outcomes.has(200) && outcomes.has(422), `only ${[...outcomes]} came of it`)
  })
})

const QUERIES = ['', '', '', '?dryRun=All', '?fieldValidation=Strict', '?fieldValidation=Warn']
const TYPES = ['merge', 'strategic-merge', 'json'] as const

function randomPatch(random: Random, kind: string): { type: string; patch: Json; wholePatch: Json } {
  const format = random.pick(TYPES)
  const type = `application/${format}-patch+json`
  const fields = Array.from({ length: 1 + random.below(2) }, () => random.pick(FIELDS))
  const changes: [string, Json][] = fields.map((name) => [name, random.pick(VALUES[name] as Json[])])
  if (format === 'json') {
    const patch = changes.map(([name, value]) =>
      value === null
        ? { op: 'remove', path: `/metadata/${name}` }
        : { op: 'add', path: `/metadata/${name}`, value },
    )
    return { type, patch, wholePatch: [...patch, { op: 'test', path: '/kind', value: kind }] }
  }
  const patch = { metadata: Object.fromEntries(changes) }
  return { type, patch, wholePatch: { ...patch, spec: {} } }
}

const owner = (uid: string) => ({ apiVersion: 'v1', kind: 'Node', name: 'n', uid })
const OWNERS = [
  {
    ...{ manager: 'other', operation: 'Update', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' },
    fieldsV1: { 'f:spec': { 'f:replicas': {} }, 'f:metadata': { 'f:labels': { 'f:a': {} } } },
  },
]
/** An annotation that is stored as a field of the spec. */
const ROLLBACK = { 'deprecated.deployment.rollback.to': '1' }
const VALUES: Readonly<Record<string, readonly Json[]>> = {
  labels: [{ a: '1' }, { a: '2', b: '3' }, { a: null }, { app: null }, { 'no label': 'x' }, {}, null, 'text'],
  annotations: [
    { note: 'x' },
    { note: 'y' },
    { note: null },
    { 'a/b/c': 'x' },
    {},
    null,
    { note: 7 },
    ROLLBACK,
  ],
  finalizers: [['example.com/one'], ['example.com/one', 'example.com/two'], ['plain'], [], null],
  ownerReferences: [[owner('1')], [owner('1'), owner('2')], [owner('')], [], null],
  generateName: ['twin-', null],
  name: ['other', null, NAME],
  namespace: ['elsewhere', null],
  uid: ['another', null],
  resourceVersion: ['1', '', null, 'none'],
  generation: [-1, 99, null],
  creationTimestamp: ['2001-01-01T00:00:00Z', null],
  deletionTimestamp: ['2001-01-01T00:00:00Z', null],
  initializers: [{ pending: [{ name: 'init.example.com' }] }, { pending: [] }, null],
  clusterName: ['here', null],
  selfLink: ['/x', null],
  managedFields: [[], [{}], null, [{ manager: 'other' }], OWNERS],
  unknown: ['x', null],
}
const FIELDS = Object.keys(VALUES)

/** The response without the fields that differ between any two servers. */
function comparable({ status, body }: ApiResponse): Json {
  const text = JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'UID')
    .replaceAll(/"creationTimestamp":"20(?!01)[^"]*"/g, '"creationTimestamp":"NOW"')
    .replaceAll(/\\"creationTimestamp\\":\\"20(?!01)[^"]*"/g, 'NOW')
    .replaceAll(/20[2-9]\d-[^"\s]*Z/g, 'NOW')
    // Some error messages contain the patch.
    .replaceAll(' spec:map[]', '')
  return { status, body: JSON.parse(text) }
}

async function remove(client: Client, path: string): Promise<void> {
  await client.send('PATCH', `${path}/${NAME}`, { metadata: { finalizers: null, initializers: null } }, MERGE)
  await client.delete(`${path}/${NAME}`)
}
const MERGE = { 'content-type': 'application/merge-patch+json' }
