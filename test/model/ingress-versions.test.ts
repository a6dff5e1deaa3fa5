import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'

const OPERATIONS = sized(600, 120)
const NAMES = ['a', 'b', 'c']
const OLD = '/apis/extensions/v1beta1/namespaces/test/ingresses'
const NEW = '/apis/networking.k8s.io/v1/namespaces/test/ingresses'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const BUCKET = { apiGroup: 'example.com', kind: 'Bucket', name: 'files' }

/** A path with the fields of both versions. */
interface Path {
  path: string
  service: string | undefined
  pathType: string
}

/** The desired ingress. */
interface Model {
  uid: string
  generation: number
  className: string | undefined
  paths: Path[]
  address: string | undefined
}

const seed = testSeed()

it(`${OPERATIONS} writes of ingresses through two versions match a model, seed ${seed}`, async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const random = new Random(seed)
  const models = new Map<string, Model>()
  for (let count = 0; count < OPERATIONS; count++) {
    const name = random.pick(NAMES)
    const model = models.get(name)
    const context = `operation ${count} on ${name}`
    if (model === undefined) models.set(name, await create(client, random, name))
    else if (random.chance(0.1)) {
      assert.equal((await client.delete(`${random.pick([OLD, NEW])}/${name}`)).status, 200, context)
      models.delete(name)
    } else await random.pick([replaceNew, replaceOld, classify, report])(client, random, name, model)
    await assertShown(client, name, models.get(name), context)
  }
})

async function create(client: Client, random: Random, name: string): Promise<Model> {
  const paths = randomPaths(random)
  const spec = newSpec(paths, undefined)
  const { status, body, text } = await client.post(NEW, { metadata: { name }, spec })
  assert.equal(status, 201, text)
  return { uid: body.metadata.uid, generation: 1, className: undefined, paths, address: undefined }
}

async function replaceNew(client: Client, random: Random, name: string, model: Model): Promise<void> {
  const paths = randomPaths(random)
  const body = { metadata: { name }, spec: newSpec(paths, model.className) }
  const { status, text } = await client.put(`${NEW}/${name}`, body)
  assert.equal(status, 200, text)
  change(model, paths)
}

/** A client of the old version adds a path with a service, and keeps the other paths. */
async function replaceOld(client: Client, _: Random, name: string, model: Model): Promise<void> {
  const { body } = await client.get(`${OLD}/${name}`)
  const added = { path: '/added', service: 'added', pathType: 'ImplementationSpecific' }
  body.spec.rules[0].http.paths.push({ path: '/added', backend: { serviceName: 'added', servicePort: 80 } })
  const { status, text } = await client.put(`${OLD}/${name}`, body)
  assert.equal(status, 200, text)
  change(model, [...model.paths, added])
}

async function classify(client: Client, random: Random, name: string, model: Model): Promise<void> {
  const className = random.pick([undefined, 'x', 'y'])
  const patch = { spec: { ingressClassName: className ?? null } }
  const { status, text } = await client.send('PATCH', `${NEW}/${name}`, patch, MERGE)
  assert.equal(status, 200, text)
  if (className !== model.className) model.generation++
  model.className = className
}

async function report(client: Client, random: Random, name: string, model: Model): Promise<void> {
  const address = random.pick(['10.0.0.1', '10.0.0.2'])
  const path = `${random.pick([OLD, NEW])}/${name}/status`
  const patch = { status: { loadBalancer: { ingress: [{ ip: address }] } } }
  assert.equal((await client.send('PATCH', path, patch, MERGE)).status, 200)
  model.address = address
}

function change(model: Model, paths: Path[]): void {
  if (JSON.stringify(paths) !== JSON.stringify(model.paths)) model.generation++
  model.paths = paths
}

function randomPaths(random: Random): Path[] {
  return Array.from({ length: 1 + random.below(4) }, () => ({
    path: random.pick(['/', '/a']),
    service: random.pick(['web', 'api', undefined]),
    pathType: random.pick(['Exact', 'Prefix', 'ImplementationSpecific']),
  }))
}

function newSpec(paths: readonly Path[], ingressClassName: string | undefined): Json {
  return { ingressClassName, rules: [{ http: { paths: paths.map(newPath) } }] }
}

const newPath = ({ path, pathType, service }: Path): Json => ({
  path,
  pathType,
  backend:
    service === undefined ? { resource: BUCKET } : { service: { name: service, port: { number: 80 } } },
})

/** Both versions match the model. */
async function assertShown(
  client: Client,
  name: string,
  model: Model | undefined,
  context: string,
): Promise<void> {
  const [shown, old] = await Promise.all([client.get(`${NEW}/${name}`), client.get(`${OLD}/${name}`)])
  assert.deepEqual([shown.status, old.status], model === undefined ? [404, 404] : [200, 200], context)
  if (model === undefined) return
  const { uid, generation, className, paths, address } = model
  for (const { body } of [shown, old]) {
    assert.deepEqual([body.metadata.uid, body.metadata.generation], [uid, generation], context)
    assert.equal(body.status.loadBalancer.ingress?.[0].ip, address, context)
  }
  assert.equal(shown.body.metadata.resourceVersion, old.body.metadata.resourceVersion, context)
  assert.equal(shown.body.spec.ingressClassName, className, context)
  assert.deepEqual(shown.body.spec.rules[0].http.paths, paths.map(newPath), context)
  assert.deepEqual(
    old.body.spec.rules[0].http.paths.map(({ path, backend }: Json) => [path, backend.serviceName]),
    paths.map(({ path, service }) => [path, service ?? '']),
    context,
  )
}
