import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { CLUSTERS, cluster, DEPLOYMENTS, deployment, INGRESSES, ingress } from '#test/support/objects.js'
import { watchEvents } from '#test/support/stream.js'
import { startTestServer } from '#testing.js'

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const METADATA = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }

/** The rows of a table as objects by the names of its columns. */
function rows({ columnDefinitions, rows }: Json): Json[] {
  return rows.map(({ cells }: Json) =>
    Object.fromEntries(columnDefinitions.map(({ name }: Json, index: number) => [name, cells[index]])),
  )
}

describe('tables', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('show the columns of an ingress', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ host: `${name}.example.com` }))
    await client.post(INGRESSES, ingress('plain'))
    await client.post(
      INGRESSES,
      ingress('many', { rules: hosts, tls: [{ hosts: ['a.example.com'], secretName: 's' }] }),
    )
    const { body } = await client.get(`${INGRESSES}/plain`)
    body.status = { loadBalancer: { ingress: [{ ip: '10.0.0.2' }, { hostname: 'b.example.net' }] } }
    await client.put(`${INGRESSES}/plain/status`, body)

    const table = (await client.get(INGRESSES, TABLE)).body
    assert.deepEqual(rows(table), [
      {
        Name: 'many',
        Hosts: 'a.example.com,b.example.com,c.example.com + 2 more...',
        Address: '',
        Ports: '80, 443',
        Age: table.rows[0].cells[4],
      },
      {
        Name: 'plain',
        Hosts: '*',
        Address: '10.0.0.2,b.example.net',
        Ports: '80',
        Age: table.rows[1].cells[4],
      },
    ])
    assert.match(table.rows[0].cells[4], /^\d+s$/)
  })

  it('count all rules of an ingress behind the third host', async () => {
    const path = '/apis/networking.k8s.io/v1/namespaces/hosts/ingresses'
    const service = { name: 'web', port: { number: 80 } }
    const http = { paths: [{ path: '/', pathType: 'Prefix', backend: { service } }] }
    const make = (name: string, hosts: readonly (string | undefined)[]) =>
      client.post(path, {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name },
        spec: { rules: hosts.map((host) => ({ host, http })) },
      })
    assert.equal((await make('first', [undefined, 'a.b', 'b.b', 'c.b', 'd.b'])).status, 201)
    assert.equal((await make('last', ['a.b', 'b.b', 'c.b', undefined])).status, 201)
    assert.equal((await make('three', [undefined, 'a.b', 'b.b', 'c.b'])).status, 201)
    const table = (await client.get(path, TABLE)).body
    assert.deepEqual(
      rows(table).map(({ Hosts }) => Hosts),
      ['a.b,b.b,c.b + 2 more...', 'a.b,b.b,c.b + 1 more...', 'a.b,b.b,c.b'],
    )
  })

  it('sort labels as pairs', async () => {
    const labels = { a: '1', 'a-b': '2', 'a.c': '3' }
    const pairs = 'a-b=2,a.c=3,a=1'
    await client.post('/api/v1/namespaces/labels/services', {
      metadata: { name: 'web' },
      spec: { selector: labels, ports: [{ port: 80 }] },
    })
    const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } }
    await client.post('/api/v1/namespaces/labels/podtemplates', { metadata: { name: 'web' }, template })
    await client.post('/api/v1/namespaces/labels/replicationcontrollers', {
      metadata: { name: 'web' },
      spec: { selector: labels, template },
    })
    const cellOf = async (plural: string, column: string) =>
      rows((await client.get(`/api/v1/namespaces/labels/${plural}`, TABLE)).body)[0]?.[column]
    assert.equal(await cellOf('services', 'Selector'), pairs)
    assert.equal(await cellOf('replicationcontrollers', 'Selector'), pairs)
    assert.equal(await cellOf('podtemplates', 'Pod Labels'), pairs)
  })

  it('say where a policy binding takes its parameters from', async () => {
    const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings'
    const cases: [name: string, paramRef: Json, cell: string][] = [
      ['a', undefined, '<unset>'],
      ['b', { name: 'limits' }, '*/limits'],
      ['c', { name: 'limits', namespace: 'default' }, 'default/limits'],
      [
        'd',
        {
          selector: {
            matchLabels: { b: '2', a: '1' },
            matchExpressions: [{ key: 'c', operator: 'In', values: ['x', 'y'] }],
          },
        },
        '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:c,Operator:In,Values:[x y],},},}',
      ],
    ]
    for (const [name, paramRef] of cases) {
      const created = await client.post(path, {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: {
          policyName: 'none',
          validationActions: ['Deny'],
          paramRef: paramRef && { ...paramRef, parameterNotFoundAction: 'Deny' },
        },
      })
      assert.equal(created.status, 201, created.text)
    }
    const table = (await client.get(path, TABLE)).body
    assert.deepEqual(
      rows(table).map(({ ParamRef }) => ParamRef),
      cases.map(([, , cell]) => cell),
    )
  })

  it('list flow schemas in the order in which they match', async () => {
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas'
    for (const [name, matchingPrecedence] of [
      ['order-a', 900],
      ['order-b', 5],
      ['order-c', 40],
      ['order-d', 5],
    ] as const) {
      const created = await client.post(path, {
        apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
        kind: 'FlowSchema',
        metadata: { name },
        spec: { priorityLevelConfiguration: { name: 'x' }, matchingPrecedence },
      })
      assert.equal(created.status, 201, created.text)
    }
    const accepts = [TABLE, { accept: 'application/yaml;as=Table;v=v1;g=meta.k8s.io' }]
    for (const accept of accepts) {
      const { text } = await client.get(path, accept)
      const names = rows(parse(text)).map(({ Name }) => Name)
      assert.deepEqual(
        names.filter((name) => name.startsWith('order-')),
        ['order-b', 'order-d', 'order-c', 'order-a'],
      )
    }
    const { body } = await client.get(path)
    const stored = body.items.map(({ metadata }: Json) => metadata.name)
    assert.deepEqual(stored, [...stored].sort())
  })

  it('show whether a cluster is ready', async () => {
    for (const [name, conditions, shown] of [
      ['fine', [{ type: 'Ready', status: 'True' }], 'Ready'],
      [
        'broken',
        [
          { type: 'Offline', status: 'True' },
          { type: 'Ready', status: 'False' },
        ],
        'NotReady',
      ],
      ['odd', [{ type: 'Ready', status: 'Unknown' }], 'Unknown'],
      ['new', undefined, 'Unknown'],
    ] as const) {
      const { body } = await client.post(CLUSTERS, cluster(name))
      body.status = { conditions }
      if (conditions) assert.equal((await client.put(`${CLUSTERS}/${name}/status`, body)).status, 200)
      const [row] = rows((await client.get(`${CLUSTERS}/${name}`, TABLE)).body)
      assert.deepEqual({ Name: row.Name, Status: row.Status }, { Name: name, Status: shown })
    }
  })

  it('are also returned by create, replace and patch', async () => {
    const made = await client.post(DEPLOYMENTS, deployment('made', { replicas: 3 }), TABLE)
    assert.equal(made.status, 201)
    assert.equal(rows(made.body)[0].Ready, '0/3')
    const { body } = await client.get(`${DEPLOYMENTS}/made`)
    body.spec.replicas = 4
    assert.equal(rows((await client.put(`${DEPLOYMENTS}/made`, body, TABLE)).body)[0].Ready, '0/4')
    const patched = await client.send(
      'PATCH',
      `${DEPLOYMENTS}/made`,
      { spec: { replicas: 5 } },
      { ...TABLE, 'content-type': 'application/merge-patch+json' },
    )
    assert.equal(rows(patched.body)[0].Ready, '0/5')
    const status = await client.get(`${DEPLOYMENTS}/made/status`, TABLE)
    assert.equal(rows(status.body)[0].Ready, '0/5')
  })

  it('include the objects, their metadata or nothing', async () => {
    await client.post(DEPLOYMENTS, deployment('carried'))
    const row = async (include: string) =>
      (await client.get(`${DEPLOYMENTS}/carried${include}`, TABLE)).body.rows[0]
    assert.equal((await row('')).object.kind, 'PartialObjectMetadata')
    assert.equal((await row('?includeObject=Metadata')).object.metadata.name, 'carried')
    assert.equal((await row('?includeObject=Object')).object.spec.template.spec.containers.length, 1)
    assert.equal('object' in (await row('?includeObject=None')), false)
    const wrong = await client.get(`${DEPLOYMENTS}?includeObject=Some`, TABLE)
    assert.equal(wrong.status, 400)
    assert.match(wrong.body.message, /includeObject: Invalid value: "Some"/)
  })

  it('have the same content in YAML and indented', async () => {
    const path = `${INGRESSES}?limit=10`
    const { body } = await client.get(path, TABLE)
    const ageless = (table: Json) => rows(table).map(({ Age: _, ...row }) => row)
    const yaml = await client.get(path, { accept: 'application/yaml;as=Table;v=v1;g=meta.k8s.io' })
    assert.deepEqual(ageless(parse(yaml.text)), ageless(body))
    const indented = await client.get(`${path}&pretty=1`, TABLE)
    assert.deepEqual(ageless(indented.body), ageless(body))
    assert.match(indented.text, /\n {4}\{\n {6}"cells"/)
  })

  it('stream one row per event, and the columns with the first', async () => {
    const path = '/apis/extensions/v1beta1/namespaces/streamed/ingresses'
    const { resourceVersion } = (await client.get(path)).body.metadata
    await client.post(path, ingress('one'))
    await client.post(path, ingress('two'))
    await client.delete(`${path}/one`)
    await client.post(path, ingress('three'))
    const query = `watch=true&includeObject=None&resourceVersion=${resourceVersion}`
    const seen = await watchEvents(`${server.url}${path}?${query}`, 4, TABLE)
    assert.deepEqual(
      seen.map(({ type, object }) => [type, object.kind, object.rows[0].cells[0]]),
      [
        ['ADDED', 'Table', 'one'],
        ['ADDED', 'Table', 'two'],
        ['DELETED', 'Table', 'one'],
        ['ADDED', 'Table', 'three'],
      ],
    )
    assert.deepEqual(
      seen.map(({ object }) => object.columnDefinitions?.length),
      [5, undefined, undefined, undefined],
    )
  })

  it('mark the end of the initial events with a bookmark', async () => {
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const [bookmark] = await watchEvents(
      `${server.url}/apis/extensions/v1beta1/namespaces/empty/ingresses?${query}`,
      1,
      TABLE,
    )
    assert.equal(bookmark.type, 'BOOKMARK')
    const [row] = bookmark.object.rows
    assert.equal(row.object.metadata.annotations['k8s.io/initial-events-end'], 'true')
  })
})

describe('metadata alone', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('is streamed as it changes', async () => {
    const { resourceVersion } = (await client.get(INGRESSES)).body.metadata
    await client.post(INGRESSES, ingress('front'))
    await client.delete(`${INGRESSES}/front`)
    const query = `watch=true&resourceVersion=${resourceVersion}`
    const [added, deleted] = await watchEvents(`${server.url}${INGRESSES}?${query}`, 2, METADATA)
    assert.equal(added.object.kind, 'PartialObjectMetadata')
    assert.equal(added.object.spec, undefined)
    assert.equal(deleted.type, 'DELETED')
    assert.ok(Number(deleted.object.metadata.resourceVersion) > Number(added.object.metadata.resourceVersion))
  })

  it('is listed with the version to watch from', async () => {
    await client.post(INGRESSES, ingress('a'))
    const list = await client.get(INGRESSES, {
      accept: 'application/json;as=PartialObjectMetadataList;v=v1beta1;g=meta.k8s.io',
    })
    assert.equal(list.body.apiVersion, 'meta.k8s.io/v1beta1')
    assert.ok(list.body.metadata.resourceVersion)
    assert.equal(list.body.items[0].metadata.name, 'a')
  })

  it('has different types for a list and for an object', async () => {
    assert.equal((await client.get(INGRESSES, METADATA)).status, 406)
    const list = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
    assert.equal((await client.get(`${INGRESSES}/a`, { accept: list })).status, 406)
  })
})
