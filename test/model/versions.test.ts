import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestServer } from '#testing.js'
import {
  appsDaemonset,
  DAEMONSET_VERSIONS,
  type DaemonSetVersion,
  extensionsDaemonset,
  PATCH_TYPES,
} from '../api/versions/daemonset-versions.js'
import { Client, type Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { DaemonSetModel, type Wish } from './daemonset-model.js'

const OPERATIONS = sized(1_000, 150)
const NAMES = ['a', 'b', 'c', 'd', 'e']
const IMAGES = ['web:1', 'web:2', 'web:3']

const seed = testSeed()

it(`${OPERATIONS} writes through two versions match a model, seed ${seed}`, async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const random = new Random(seed)
  const models = new Map<string, DaemonSetModel>()
  const { resourceVersion: start } = (await client.get(appsDaemonset.path)).body.metadata
  let events = 0

  for (let count = 0; count < OPERATIONS; count++) {
    const name = random.pick(NAMES)
    const version = random.pick(DAEMONSET_VERSIONS)
    const model = models.get(name)
    const context = `operation ${count} on ${name} in ${version.apiVersion}`
    const write =
      model === undefined || random.chance(0.1) ? create : random.pick([replace, patch, report, erase])
    const changed = await write({ client, random, name, version, model, models })
    if (changed) events++
    await assertEqual(client, name, models.get(name), context)
  }

  // Both versions have the same history, with every change once.
  const streams = await Promise.all(
    DAEMONSET_VERSIONS.map(({ path }) => client.watch(`${path}?watch=true&resourceVersion=${start}`, events)),
  )
  const [first = [], second = []] = streams.map((stream) =>
    stream.map(({ type, object: { metadata } }) => `${type} ${metadata.name} ${metadata.resourceVersion}`),
  )
  assert.deepEqual(first, second)
  assert.equal(new Set(first).size, events)
  const { body } = await client.get(extensionsDaemonset.path)
  assert.deepEqual(
    body.items.map(({ metadata }: Json) => metadata.name),
    [...models.keys()].sort(),
  )
  assert.ok(events > OPERATIONS / 3, `only ${events} of ${OPERATIONS} writes changed something`)
})

interface Step {
  readonly client: Client
  readonly random: Random
  readonly name: string
  readonly version: DaemonSetVersion
  readonly model: DaemonSetModel | undefined
  readonly models: Map<string, DaemonSetModel>
}

/** Each resolves to whether something has changed. */
async function create({ client, random, name, version, model, models }: Step): Promise<boolean> {
  const wish = randomWish(random, version)
  const { status, body, text } = await client.post(version.path, bodyOf(version, name, wish))
  assert.equal(status, model === undefined ? 201 : 409, text)
  if (model === undefined) models.set(name, new DaemonSetModel(body.metadata, wish))
  return model === undefined
}

async function replace(step: Step): Promise<boolean> {
  const { client, random, name, version } = step
  const model = step.model as DaemonSetModel
  const object = (await client.get(`${version.path}/${name}`)).body
  const wish = randomWish(random, version)
  const isStale = random.chance(0.2)
  if (isStale) object.metadata.resourceVersion = '1'
  const { status, body, text } = await client.put(`${version.path}/${name}`, wishedOf(object, wish))
  assert.equal(status, isStale ? 409 : 200, text)
  return !isStale && model.update(wish, body.metadata)
}

async function patch(step: Step): Promise<boolean> {
  const { client, random, name, version } = step
  const model = step.model as DaemonSetModel
  const wish = randomWish(random, version)
  const { spec, metadata } = wishedOf(bodyOf(version, name, { image: model.image }), wish)
  const { labels } = metadata
  // An omitted update strategy does not change.
  if (wish.surge === undefined) delete spec.updateStrategy
  const changes: Record<keyof typeof PATCH_TYPES, Json> = {
    merge: { metadata: { labels }, spec },
    strategic: { metadata: { labels }, spec },
    json: Object.entries(spec).map(([member, value]) => ({ op: 'add', path: `/spec/${member}`, value })),
  }
  const type = random.pick(Object.keys(changes) as (keyof typeof PATCH_TYPES)[])
  if (type === 'json') changes.json.push({ op: 'add', path: '/metadata/labels', value: labels })
  const headers = { 'content-type': PATCH_TYPES[type] }
  const { status, body, text } = await client.send('PATCH', `${version.path}/${name}`, changes[type], headers)
  assert.equal(status, 200, text)
  return model.update(wish, body.metadata)
}

async function report({ client, random, name, version, model }: Step): Promise<boolean> {
  const numberReady = random.below(3)
  const path = `${version.path}/${name}/status`
  const headers = { 'content-type': PATCH_TYPES.merge }
  const { status, body, text } = random.chance(0.5)
    ? await client.send('PATCH', path, { status: { numberReady } }, headers)
    : await client.put(path, { ...(await client.get(path)).body, status: { numberReady } })
  assert.equal(status, 200, text)
  return (model as DaemonSetModel).report(numberReady, body.metadata)
}

async function erase({ client, name, version, models }: Step): Promise<boolean> {
  const { status } = await client.delete(`${version.path}/${name}`, { propagationPolicy: 'Background' })
  assert.equal(status, 200)
  return models.delete(name)
}

/** The old version has no field for a surge, and does not change the strategy here. */
function randomWish(random: Random, version: DaemonSetVersion): Wish {
  const surge = version === appsDaemonset ? random.pick([undefined, 0, 1, '10%']) : undefined
  return {
    image: random.pick(IMAGES),
    label: random.pick(['x', 'y']),
    minReadySeconds: 1 + random.below(2),
    ...(surge !== undefined && { surge }),
  }
}

function bodyOf(version: DaemonSetVersion, name: string, wish: Wish): Json {
  // The rest of the spec is the same in both versions.
  const updateStrategy = rolling(0)
  if (version === extensionsDaemonset) delete updateStrategy.rollingUpdate.maxSurge
  return wishedOf(version.make(name, { updateStrategy }), wish)
}

/** The object with the changes. */
function wishedOf(object: Json, { image, label, minReadySeconds, surge }: Wish): Json {
  object.metadata.labels = { label }
  object.spec.template.spec.containers[0].image = image
  object.spec.minReadySeconds = minReadySeconds
  if (surge !== undefined) object.spec.updateStrategy = rolling(surge)
  return object
}

const rolling = (maxSurge: number | string): Json => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxUnavailable: maxSurge === 0 ? 1 : 0, maxSurge },
})

/** Both versions match the model. */
async function assertEqual(
  client: Client,
  name: string,
  model: DaemonSetModel | undefined,
  context: string,
): Promise<void> {
  for (const { path, apiVersion } of DAEMONSET_VERSIONS) {
    const { status, body } = await client.get(`${path}/${name}`)
    assert.equal(status, model === undefined ? 404 : 200, context)
    if (model === undefined) continue
    const { metadata, spec, status: reported } = body
    const isOld = apiVersion === extensionsDaemonset.apiVersion
    const templates = isOld
      ? spec.templateGeneration
      : Number(metadata.annotations['deprecated.daemonset.template.generation'])
    const { maxSurge = model.surge } = spec.updateStrategy.rollingUpdate
    assert.deepEqual(
      {
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
        generation: metadata.generation,
        label: metadata.labels.label,
        image: spec.template.spec.containers[0].image,
        minReadySeconds: spec.minReadySeconds,
        maxUnavailable: spec.updateStrategy.rollingUpdate.maxUnavailable,
        surge: maxSurge,
        templates,
        numberReady: reported.numberReady,
      },
      model.shown(),
      `${context}, as ${apiVersion}`,
    )
  }
}
