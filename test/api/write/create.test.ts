import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  CLUSTERS,
  cluster,
  DEPLOYMENTS,
  deployment,
  INGRESSES,
  ingress,
  KINDS,
} from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

onEveryEngine('create', (client) => {
  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: is stored with the fields that the server sets, and reads return it unchanged`, async () => {
      const created = await client.post(path, make('first'))
      assert.equal(created.status, 201)
      const { metadata } = created.body
      assert.match(metadata.uid, /^[0-9a-f-]{36}$/)
      assert.match(metadata.resourceVersion, /^[1-9][0-9]*$/)
      assert.match(metadata.creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.equal(metadata.selfLink, `${path}/first`)
      const read = await client.get(`${path}/first`)
      assert.equal(read.status, 200)
      assert.equal(read.text, created.text)
    })

    it(`${make('x').kind}: a second one of the same name is rejected`, async () => {
      const again = await client.post(path, make('first'))
      assert.equal(again.status, 409)
      assert.equal(again.body.reason, 'AlreadyExists')
    })
  }

  it('resource versions rise', async () => {
    const versions: number[] = []
    for (const name of ['rise-a', 'rise-b', 'rise-c']) {
      versions.push(Number((await client.post(INGRESSES, ingress(name))).body.metadata.resourceVersion))
    }
    assert.deepEqual(
      versions,
      [...versions].sort((a, b) => a - b),
    )
    assert.equal(new Set(versions).size, 3)
  })

  it('properties have the order of the API', async () => {
    const { text } = await client.post(DEPLOYMENTS, {
      spec: deployment('x').spec,
      metadata: { name: 'ordered' },
    })
    assert.match(
      text,
      /^\{"kind":"Deployment","apiVersion":"extensions\/v1beta1","metadata":\{"name":"ordered","namespace":"test","selfLink"/,
    )
  })

  it('a resource version of 0 is ignored, any other is rejected', async () => {
    for (const { path, make } of KINDS) {
      const versioned = (name: string, resourceVersion: string) => ({
        ...make(name),
        metadata: { name, resourceVersion },
      })
      for (const [name, version] of [
        ['version-zero', '0'],
        ['version-empty', ''],
      ] as const) {
        const { status, body } = await client.post(path, versioned(name, version))
        assert.equal(status, 201)
        assert.match(body.metadata.resourceVersion, /^[1-9][0-9]*$/)
      }
      for (const version of ['1', '00', 'newest']) {
        assert.equal((await client.post(path, versioned('version-given', version))).status, 400)
      }
    }
  })

  it('of many creates of the same name, exactly one succeeds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => client.post(INGRESSES, ingress('contested'))),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(responses.filter(({ status }) => status === 409).length, 29)
  })

  it('generated names are unique', async () => {
    const body = { ...ingress(''), metadata: { generateName: 'made-' } }
    const responses = await Promise.all(Array.from({ length: 50 }, () => client.post(INGRESSES, body)))
    assert.ok(responses.every(({ status }) => status === 201))
    assert.equal(new Set(responses.map(({ body }) => body.metadata.name)).size, 50)
  })

  it('all metadata errors are reported at once', async () => {
    const bad = ingress('Bad')
    bad.metadata = {
      name: 'Bad',
      labels: { 'a b': 'c', ok: '?' },
      annotations: { 'x/y/z': '' },
      finalizers: ['mine'],
      ownerReferences: [{ kind: 'X' }],
    }
    const { status, body } = await client.post(INGRESSES, bad)
    assert.equal(status, 422)
    assert.deepEqual(
      body.details.causes.map(({ field }: { field: string }) => field),
      [
        'metadata.name',
        'metadata.labels',
        'metadata.labels',
        'metadata.annotations',
        'metadata.ownerReferences.apiVersion',
        'metadata.ownerReferences.name',
        'metadata.ownerReferences.uid',
        'metadata.finalizers[0]',
      ],
    )
  })

  it('an invalid object is named with the group of the request', async () => {
    for (const { path, make } of KINDS) {
      const { kind, apiVersion } = make('x')
      const bad = make('broken')
      const owner = { apiVersion: 'v1', kind: 'X', name: 'x', controller: true }
      bad.metadata.ownerReferences = ['a', 'b'].map((uid) => ({ ...owner, uid }))
      if (bad.spec.template) bad.spec.selector = {}
      const { status, body } = await client.post(path, bad)
      assert.equal(status, 422)
      const group = apiVersion.split('/')[0]
      assert.ok(body.message.startsWith(`${kind}.${group} "broken" is invalid: `), body.message)
      assert.equal(body.details.group, group)
      assert.equal(body.details.kind, kind)
    }
  })

  it('a namespace that is not a DNS label is rejected', async () => {
    const { status, body } = await client.post(
      '/apis/extensions/v1beta1/namespaces/No_Label/ingresses',
      ingress('a'),
    )
    assert.equal(status, 422)
    assert.equal(body.details.causes[0].field, 'metadata.namespace')
  })

  it('the name of a cluster is a label that begins with a letter', async () => {
    assert.equal((await client.post(CLUSTERS, cluster('1st'))).status, 422)
    assert.equal((await client.post(CLUSTERS, cluster('a.b'))).status, 422)
    assert.equal((await client.post(CLUSTERS, cluster('a-b'))).status, 201)
  })

  it('strings are stored unchanged, whatever they contain', async () => {
    const text = '"resourceVersion":"1" \\ \u0000 é 漢字 😀 \u2028'
    const body = ingress('texts')
    body.metadata.annotations = { text, resourceVersion: '"resourceVersion":"' }
    body.metadata.generateName = 'x-'
    const { body: created } = await client.post(INGRESSES, body)
    assert.equal(created.metadata.annotations.text, text)
    assert.match(created.metadata.resourceVersion, /^\d+$/)
    assert.deepEqual((await client.get(`${INGRESSES}/texts`)).body, created)
  })

  it('an empty YAML document is an empty object', async () => {
    const yaml = { 'content-type': 'application/yaml' }
    for (const { path } of KINDS) {
      const { body: lacking } = await client.post(path, {})
      assert.equal(lacking.code, 422)
      for (const empty of ['', '\n', '# nothing\n', '---\n', '--- # nothing\n...\n', 'null\n', '~', '{}']) {
        assert.deepEqual((await client.post(path, empty, yaml)).body, lacking, JSON.stringify(empty))
      }
      assert.deepEqual((await client.post(path, 'null')).body, lacking)
      for (const other of ['[]', '- a', 'text', '5', 'true']) {
        assert.equal((await client.post(path, other, yaml)).status, 400, other)
      }
      assert.equal((await client.post(path, '')).status, 400, 'JSON cannot be empty')
    }
  })

  it('YAML is read and written', async () => {
    const yaml =
      'metadata:\n  name: from-yaml # a comment\nspec:\n  backend: {serviceName: web, servicePort: 80}\n'
    const created = await client.post(INGRESSES, yaml, { 'content-type': 'application/yaml' })
    assert.equal(created.status, 201)
    const read = await client.get(`${INGRESSES}/from-yaml`, { accept: 'application/yaml' })
    assert.equal(read.headers.get('content-type'), 'application/yaml')
    assert.match(read.text, /^ {2}name: from-yaml$/m)
  })
})
