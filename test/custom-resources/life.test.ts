import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import {
  conditionsOf,
  DEFINITIONS,
  define,
  definition,
  MERGE,
  object,
  pathOf,
  SPEC,
  version,
} from './support.js'

describe('a custom resource', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'default' } })
  })
  after(() => server.close())

  it('is established and served when its definition is acknowledged', async () => {
    const created = await define(client, definition('boats', 'Boat'))
    assert.deepEqual(conditionsOf(created), { NamesAccepted: 'True', Established: 'True' })
    const made = await client.post(pathOf('boats'), object('Boat', 'one', { size: 3 }))
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.body.spec, { size: 3, colour: 'grey' })
    const list = await client.get(pathOf('boats'))
    assert.deepEqual([list.body.kind, list.body.items.length], ['BoatList', 1])
  })

  it('supports every format but protobuf', async () => {
    await define(client, definition('rafts', 'Raft'))
    const yaml =
      'apiVersion: example.com/v1\nkind: Raft\nmetadata:\n  name: raft\nspec:\n  size: 9007199254740993\n'
    const sent = await client.post(pathOf('rafts'), yaml, { 'content-type': 'application/yaml' })
    assert.match(sent.text, /"size":9007199254740993/)
    const read = await client.get(pathOf('rafts', 'raft'), { accept: 'application/yaml' })
    assert.match(read.text, /size: 9007199254740993/)
    const pretty = await client.get(`${pathOf('rafts', 'raft')}?pretty=true`)
    assert.match(pretty.text, /"size": 9007199254740993/)
    const bytes = await client.post(pathOf('rafts'), Buffer.from('k8s\0'), {
      'content-type': 'application/vnd.kubernetes.protobuf',
    })
    assert.equal(bytes.status, 415)
    const metadata = await client.get(pathOf('rafts', 'raft'), {
      accept: 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    })
    assert.equal(metadata.status, 200)
  })

  it('converts a large object to YAML', async () => {
    await define(client, definition('tankers', 'Tanker', [version('v1', { storage: true }), version('v2')]))
    const large = object('Tanker', 'one', { colour: 'x'.repeat(70_000) })
    assert.equal((await client.post(pathOf('tankers'), large)).status, 201)
    const { text } = await client.get(pathOf('tankers', 'one', 'v2'), { accept: 'application/yaml' })
    assert.match(text, /^apiVersion: example.com\/v2$/m)
    const list = await client.get(pathOf('tankers', undefined, 'v2'), { accept: 'application/yaml' })
    assert.match(list.text, /^- apiVersion: example.com\/v2\n {2}kind: Tanker$/m)
  })

  it('is not written by a change without effect, whatever the order of properties', async () => {
    await define(client, definition('barges', 'Barge'))
    const { body } = await client.post(pathOf('barges'), object('Barge', 'one', { size: 1, colour: 'red' }))
    const { apiVersion, kind, metadata } = body
    const again = await client.put(pathOf('barges', 'one'), {
      spec: { colour: 'red', size: 1 },
      metadata,
      kind,
      apiVersion,
    })
    assert.equal(again.body.metadata.resourceVersion, metadata.resourceVersion)
  })

  it('is read with the current schema, and updated by the next write', async () => {
    await define(client, definition('ferries', 'Ferry'))
    await client.post(pathOf('ferries'), object('Ferry', 'one', { size: 1 }))
    const { size } = SPEC.properties
    const changed = { ...SPEC, properties: { size, flag: { type: 'string', default: 'none' } } }
    await client.send(
      'PATCH',
      `${DEFINITIONS}/ferries.example.com`,
      { spec: { versions: [version('v1', { storage: true }, changed)] } },
      MERGE,
    )
    const { body } = await client.get(pathOf('ferries', 'one'))
    assert.deepEqual(body.spec, { size: 1, flag: 'none' })
    const selected = await client.get(`${pathOf('ferries')}?limit=1`)
    assert.deepEqual(selected.body.items[0].spec, { size: 1, flag: 'none' })
    const put = await client.put(pathOf('ferries', 'one'), body)
    assert.notEqual(put.body.metadata.resourceVersion, body.metadata.resourceVersion)
    assert.equal(put.body.metadata.generation, 1)
    const same = await client.put(pathOf('ferries', 'one'), put.body)
    assert.equal(same.body.metadata.resourceVersion, put.body.metadata.resourceVersion)
  })

  it('ends watches when it changes, and resumes them', async () => {
    await define(client, definition('yachts', 'Yacht'))
    const { body } = await client.get(pathOf('yachts'))
    const watch = client.watch(
      `${pathOf('yachts')}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
      9,
    )
    await client.post(pathOf('yachts'), object('Yacht', 'one'))
    await client.send(
      'PATCH',
      `${DEFINITIONS}/yachts.example.com`,
      { spec: { names: { shortNames: ['y'] } } },
      MERGE,
    )
    const events = await watch
    assert.deepEqual(
      events.map(({ type, object: { metadata } }) => `${type} ${metadata.name}`),
      ['ADDED one'],
    )
    await client.post(pathOf('yachts'), object('Yacht', 'two'))
    const from = events[0].object.metadata.resourceVersion
    const [next] = await client.watch(`${pathOf('yachts')}?watch=true&resourceVersion=${from}`, 1)
    assert.equal(next.object.metadata.name, 'two')
  })

  it('can have a storage version that is not served', async () => {
    const versions = [version('v1', { storage: true, served: false }), version('v2')]
    await define(client, definition('skiffs', 'Skiff', versions))
    const made = await client.post(pathOf('skiffs', '', 'v2'), {
      ...object('Skiff', 'one', { size: 2 }),
      apiVersion: 'example.com/v2',
    })
    assert.equal(made.status, 201, made.text)
    assert.equal((await client.get(pathOf('skiffs', 'one'))).status, 404)
    const read = await client.get(pathOf('skiffs', 'one', 'v2'))
    assert.deepEqual([read.body.apiVersion, read.body.spec.size], ['example.com/v2', 2])
  })

  it('cannot use names of built-in kinds', async () => {
    const taken = definition('deployments', 'Deployment')
    taken.metadata = {
      name: 'ingresses.networking.k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' },
    }
    taken.spec = {
      ...taken.spec,
      group: 'networking.k8s.io',
      names: { plural: 'ingresses', kind: 'Ingress' },
    }
    await define(client, taken)
    const { body } = await client.get('/apis/networking.k8s.io/v1/ingresses')
    assert.equal(body.kind, 'IngressList')
    assert.equal(
      (await client.post('/apis/networking.k8s.io/v1/namespaces/default/ingresses', {})).status,
      422,
    )
  })

  it('has a scale subresource, and no scale without replicas', async () => {
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
    await define(
      client,
      definition('tugs', 'Tug', [version('v1', { storage: true, subresources: { status: {}, scale } })]),
    )
    await client.post(pathOf('tugs'), object('Tug', 'none'))
    const none = await client.get(`${pathOf('tugs', 'none')}/scale`)
    assert.equal(none.status, 404)
    assert.match(none.body.message, /\.spec\.replicas" does not exist/)
    await client.post(pathOf('tugs'), object('Tug', 'some', { replicas: 2 }))
    const applied = await client.send(
      'PATCH',
      `${pathOf('tugs', 'some')}/scale?fieldManager=scaler`,
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'some' }, spec: { replicas: 5 } },
      { 'content-type': 'application/apply-patch+yaml' },
    )
    assert.equal(applied.status, 409, 'the replicas have another owner')
    const patched = await client.send(
      'PATCH',
      `${pathOf('tugs', 'some')}/scale`,
      { spec: { replicas: 4 } },
      MERGE,
    )
    assert.equal(patched.body.spec.replicas, 4)
  })

  it('validates the scale on writes that set replicas', async () => {
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
    await define(
      client,
      definition('yawls', 'Yawl', [version('v1', { storage: true, subresources: { scale, status: {} } })]),
    )
    const body = (name: string, spec: object) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name },
      spec,
    })
    const JSON_PATCH = { 'content-type': 'application/json-patch+json' }
    const APPLY = { 'content-type': 'application/apply-patch+yaml' }
    const scaleOf = (name: string) => `${pathOf('yawls', name)}/scale`
    const writes = {
      merged: () => client.send('PATCH', scaleOf('merged'), { spec: { replicas: 4 } }, MERGE),
      patched: () =>
        client.send(
          'PATCH',
          scaleOf('patched'),
          [{ op: 'replace', path: '/spec/replicas', value: 4 }],
          JSON_PATCH,
        ),
      replaced: () => client.send('PUT', scaleOf('replaced'), body('replaced', { replicas: 4 })),
      applied: () =>
        client.send('PATCH', `${scaleOf('applied')}?fieldManager=m`, body('applied', { replicas: 4 }), APPLY),
    }
    for (const [name, write] of Object.entries(writes)) {
      await client.post(pathOf('yawls'), object('Yawl', name))
      const written = await write()
      assert.equal(written.status, 200, written.text)
      assert.deepEqual(written.body.spec, { replicas: 4 })
      assert.equal((await client.get(pathOf('yawls', name))).body.spec.replicas, 4)
    }
    await client.post(pathOf('yawls'), object('Yawl', 'bare'))
    const labelled = await client.send('PATCH', scaleOf('bare'), { status: { replicas: 1 } }, MERGE)
    assert.equal(labelled.status, 400)
    assert.equal(labelled.body.message, 'the spec replicas field ".spec.replicas" cannot be empty')
    const none = await client.send('PUT', scaleOf('bare'), body('bare', {}))
    assert.deepEqual([none.status, none.body.spec], [200, {}])
    assert.equal((await client.get(pathOf('yawls', 'bare'))).body.spec.replicas, 0)
  })

  it('lists its status before its scale in discovery', async () => {
    const { body } = await client.get('/apis/example.com/v1')
    const names = body.resources.map(({ name }: { name: string }) => name)
    assert.deepEqual(
      names.filter((name: string) => name.startsWith('yawls')),
      ['yawls', 'yawls/status', 'yawls/scale'],
    )
    const aggregated = await client.get('/apis', {
      accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    })
    const group = aggregated.body.items.find(
      ({ metadata }: { metadata: { name: string } }) => metadata.name === 'example.com',
    )
    const served = group.versions.find(({ version }: { version: string }) => version === 'v1')
    const yawls = served.resources.find(({ resource }: { resource: string }) => resource === 'yawls')
    assert.deepEqual(
      yawls.subresources.map(({ subresource }: { subresource: string }) => subresource),
      ['status', 'scale'],
    )
  })

  it('publishes its own OpenAPI documents, and leaves others unchanged', async () => {
    const hashes = async () => {
      const { body } = await client.get('/openapi/v3')
      return new Map<string, string>(
        Object.entries<{ serverRelativeURL: string }>(body.paths).map(([name, { serverRelativeURL }]) => [
          name,
          serverRelativeURL,
        ]),
      )
    }
    const earlier = await hashes()
    const other = definition('hulks', 'Hulk')
    other.metadata.name = 'hulks.other.example.com'
    other.spec.group = 'other.example.com'
    await define(client, other)
    const later = await hashes()
    for (const [name, hash] of earlier) assert.equal(later.get(name), hash, name)
    assert.ok(later.has('apis/other.example.com/v1'))
    const { body } = await client.get(later.get('apis/other.example.com/v1') as string)
    assert.ok('com.example.other.v1.Hulk' in body.components.schemas)
    const v2 = await client.get('/openapi/v2')
    assert.ok('com.example.other.v1.Hulk' in v2.body.definitions)
  })
})
