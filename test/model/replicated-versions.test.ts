import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestServer } from '#testing.js'
import { PATCH_TYPES } from '../api/versions/daemonset-versions.js'
import { Client, type Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { ReplicatedModel, type Wish } from './replicated-model.js'
import { DEPLOYMENT, REPLICASET, type ReplicatedKind, type ReplicatedVersion } from './replicated-versions.js'

const OPERATIONS = sized(1_000, 150)
const NAMES = ['a', 'b', 'c', 'd', 'e']
const MERGE = { 'content-type': PATCH_TYPES.merge }

const seed = testSeed()

for (const kind of [DEPLOYMENT, REPLICASET]) {
  it(`${OPERATIONS} writes of a ${kind.kind} through two versions match a model, seed ${seed}`, async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const random = new Random(seed)
    const models = new Map<string, ReplicatedModel>()
    let changes = 0
    for (let count = 0; count < OPERATIONS; count++) {
      const name = random.pick(NAMES)
      const version = random.pick(kind.versions)
      const model = models.get(name)
      const step = { client, random, kind, name, version, models }
      const changed =
        model === undefined
          ? await create(step)
          : await random.pick([replace, patch, scale, report, erase])({ ...step, model })
      if (changed) changes++
      const context = `operation ${count} on ${name} in ${version.apiVersion}`
      await assertEqual(client, kind, name, models.get(name), context)
    }
    assert.ok(changes > OPERATIONS / 3, `only ${changes} of ${OPERATIONS} writes changed something`)
  })
}

interface Step {
  readonly client: Client
  readonly random: Random
  readonly kind: ReplicatedKind
  readonly name: string
  readonly version: ReplicatedVersion
  readonly models: Map<string, ReplicatedModel>
}
type Change = Step & { readonly model: ReplicatedModel }

/** Each resolves to whether something has changed. */
async function create({ client, random, kind, name, version, models }: Step): Promise<boolean> {
  const wish = randomWish(random, kind)
  const { status, body, text } = await client.post(version.path, wishedOf(version, version.make(name), wish))
  assert.equal(status, 201, text)
  models.set(name, new ReplicatedModel(body.metadata, wish, version.defaults, kind.rollsBack))
  return true
}

async function replace({ client, random, kind, name, version, model }: Change): Promise<boolean> {
  const path = `${version.path}/${name}`
  const object = (await client.get(path)).body
  const wish = randomWish(random, kind)
  const isStale = random.chance(0.2)
  if (isStale) object.metadata.resourceVersion = '1'
  const { status, body, text } = await client.put(path, wishedOf(version, object, wish))
  assert.equal(status, isStale ? 409 : 200, text)
  return !isStale && model.update(wish, body.metadata)
}

async function patch({ client, random, name, version, model }: Change): Promise<boolean> {
  const wish: Wish = random.pick([
    { replicas: random.below(3) },
    { label: random.pick(['x', 'y']) },
    { note: random.pick(['x', 'y']) },
    { minReadySeconds: 1 + random.below(2) },
  ])
  const change = {
    metadata: {
      ...(wish.label !== undefined && { labels: { label: wish.label } }),
      ...(wish.note !== undefined && { annotations: { note: wish.note } }),
    },
    spec: { replicas: wish.replicas, minReadySeconds: wish.minReadySeconds },
  }
  const headers = { 'content-type': random.pick([PATCH_TYPES.merge, PATCH_TYPES.strategic]) }
  const { status, body, text } = await client.send('PATCH', `${version.path}/${name}`, change, headers)
  assert.equal(status, 200, text)
  return model.update(wish, body.metadata)
}

async function scale({ client, random, name, version, model }: Change): Promise<boolean> {
  const path = `${version.path}/${name}/scale`
  const replicas = random.below(3)
  const current = (await client.get(path)).body
  assert.equal(current.apiVersion, version.scale)
  const { status, body, text } = random.chance(0.5)
    ? await client.send('PATCH', path, { spec: { replicas } }, MERGE)
    : await client.put(path, { ...current, spec: { replicas } })
  assert.equal(status, 200, text)
  assert.equal(body.spec.replicas ?? 0, replicas)
  return model.update({ replicas }, body.metadata)
}

async function report({ client, random, name, version, model }: Change): Promise<boolean> {
  const path = `${version.path}/${name}/status`
  const readyReplicas = random.below(3)
  const status = { replicas: readyReplicas, readyReplicas }
  const current = (await client.get(path)).body
  const response = random.chance(0.5)
    ? await client.send('PATCH', path, { status }, MERGE)
    : await client.put(path, { ...current, spec: { ...current.spec, replicas: 9 }, status })
  assert.equal(response.status, 200, response.text)
  return model.report(readyReplicas, response.body.metadata)
}

async function erase({ client, name, version, models }: Change): Promise<boolean> {
  const { status } = await client.delete(`${version.path}/${name}`, { propagationPolicy: 'Background' })
  assert.equal(status, 200)
  return models.delete(name)
}

function randomWish(random: Random, { rollsBack }: ReplicatedKind): Required<Wish> {
  return {
    image: random.pick(['web:1', 'web:2', 'web:3']),
    label: random.pick(['x', 'y']),
    note: random.pick(['x', 'y']),
    replicas: random.below(3),
    minReadySeconds: 1 + random.below(2),
    rollbackTo: rollsBack ? random.pick([null, 0, 3]) : null,
  }
}

/** The object with the changes. */
function wishedOf(version: ReplicatedVersion, object: Json, wish: Required<Wish>): Json {
  object.metadata.labels = { label: wish.label }
  object.metadata.annotations = { note: wish.note }
  object.spec.template.spec.containers[0].image = wish.image
  object.spec.replicas = wish.replicas
  object.spec.minReadySeconds = wish.minReadySeconds
  version.rollBack(object, wish.rollbackTo)
  return object
}

/** Both versions match the model. */
async function assertEqual(
  client: Client,
  { versions }: ReplicatedKind,
  name: string,
  model: ReplicatedModel | undefined,
  context: string,
): Promise<void> {
  for (const { path, apiVersion, rollbackTo } of versions) {
    const { status, body } = await client.get(`${path}/${name}`)
    assert.equal(status, model === undefined ? 404 : 200, context)
    if (model === undefined) continue
    const { metadata, spec, status: reported } = body
    assert.deepEqual(
      {
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
        generation: metadata.generation,
        image: spec.template.spec.containers[0].image,
        label: metadata.labels.label,
        note: metadata.annotations.note,
        replicas: spec.replicas,
        minReadySeconds: spec.minReadySeconds,
        rollbackTo: rollbackTo(body),
        strategy: spec.strategy,
        revisionHistoryLimit: spec.revisionHistoryLimit,
        readyReplicas: reported.readyReplicas ?? 0,
      },
      model.shown(),
      `${context}, as ${apiVersion}`,
    )
  }
}
