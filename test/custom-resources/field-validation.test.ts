import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { define, definition, MERGE, pathOf, version } from './support.js'

const YAML = { 'content-type': 'application/yaml' }
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }
const APPLY = { 'content-type': 'application/apply-patch+yaml' }

const SPEC = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    list: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
    pod: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { image: { type: 'string' } } } },
    },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

const unknown = (...paths: string[]) => paths.map((path) => `unknown field "${path}"`)
const duplicate = (...paths: string[]) => paths.map((path) => `duplicate field "${path}"`)
const warning = (errors: readonly string[]) =>
  errors.map((text) => `299 - "${text.replaceAll('"', '\\"')}"`).join(', ')

describe('field validation of custom resources', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'default' } })
    await define(client, definition('boats', 'Boat', [version('v1', { storage: true }, SPEC)]))
  })
  after(() => server.close())

  const BOATS = pathOf('boats')
  const body = (name: string, metadata = '', spec = '', rest = '') =>
    `{"kind":"Boat","apiVersion":"example.com/v1","metadata":{"name":"${name}"${metadata}},"spec":{${spec}}${rest}}`
  const POD = '"pod":{"kind":"Pod","apiVersion":"v1","metadata":{"z":1,"b":1},"spec":{"y":1}}'
  const everything = (name: string) =>
    body(
      name,
      ',"z":1,"a":1,"labels":{"l":"1","l":"2"}',
      `"zz":{"q":1,"q":2},"a":1,"a":2,${POD},"list":[{"c":1},{"b":"x","b":"y"}],"any":{"k":1,"k":2}`,
      ',"odd":1',
    )
  const errors = [
    ...duplicate('metadata.labels.l', 'spec.zz.q', 'spec.a', 'spec.list[1].b', 'spec.any.k'),
    ...unknown('metadata.a', 'metadata.z'),
    ...unknown('odd', 'spec.list[0].c', 'spec.pod.spec.y', 'spec.zz'),
    ...unknown('spec.pod.metadata.b', 'spec.pod.metadata.z'),
  ]

  it('reports duplicates, then metadata, then unknown fields, then metadata of embedded objects', async () => {
    const strict = await client.post(`${BOATS}?fieldValidation=Strict`, everything('one'))
    assert.equal(strict.status, 400)
    assert.equal(
      strict.body.message,
      `Boat in version "v1" cannot be handled as a Boat: strict decoding error: ${errors.join(', ')}`,
    )
    const warned = await client.post(BOATS, everything('one'))
    assert.equal(warned.status, 201, warned.text)
    assert.equal(warned.headers.get('warning'), warning(errors))
    assert.deepEqual(warned.body.spec.pod, { kind: 'Pod', apiVersion: 'v1', metadata: {}, spec: {} })
    const ignored = await client.post(`${BOATS}?fieldValidation=Ignore`, everything('ignored'))
    assert.equal(ignored.headers.get('warning'), null)
  })

  it('reports the same for replace', async () => {
    const { body: made } = await client.post(BOATS, body('replaced'))
    const version = `,"resourceVersion":"${made.metadata.resourceVersion}"`
    const replacement = body('replaced', `${version},"odd":1`, '"b":1,"a":1,"a":1')
    const { headers } = await client.put(`${BOATS}/replaced`, replacement)
    assert.equal(
      headers.get('warning'),
      warning([...duplicate('spec.a'), ...unknown('metadata.odd', 'spec.b')]),
    )
  })

  it('reports duplicate YAML keys first', async () => {
    const yaml =
      'kind: Boat\napiVersion: example.com/v1\nmetadata:\n  name: yaml\n  odd: 1\nspec:\n  a: 1\n  a: 2\n  z: 1\n'
    const strict = await client.post(`${BOATS}?fieldValidation=Strict`, yaml, YAML)
    assert.equal(
      strict.body.message,
      'Boat in version "v1" cannot be handled as a Boat: strict decoding error: yaml: unmarshal errors:\n' +
        '  line 8: key "a" already set in map, unknown field "metadata.odd", unknown field "spec.z"',
    )
  })

  it('reports unknown fields from patches, also of metadata alone', async () => {
    await client.post(BOATS, body('patched'))
    const path = `${BOATS}/patched`
    const merge = `{"spec":{"z":1,"b":1,"a":1,"a":2,${POD}},"metadata":{"odd":1}}`
    const strict = await client.send('PATCH', `${path}?fieldValidation=Strict`, merge, MERGE)
    assert.equal(strict.status, 422)
    const expected = [
      ...duplicate('spec.a'),
      ...unknown('metadata.odd', 'spec.b', 'spec.pod.spec.y', 'spec.z'),
      ...unknown('spec.pod.metadata.b', 'spec.pod.metadata.z'),
    ]
    assert.ok(
      strict.body.message.endsWith(`strict decoding error: ${expected.join(', ')}`),
      strict.body.message,
    )
    const warned = await client.send('PATCH', path, merge, MERGE)
    assert.equal(warned.headers.get('warning'), warning(expected))
    const metadata = await client.send(
      'PATCH',
      path,
      '{"metadata":{"odd":1,"labels":{"a":"b","a":"c"}}}',
      MERGE,
    )
    assert.equal(
      metadata.headers.get('warning'),
      warning([...duplicate('metadata.labels.a'), ...unknown('metadata.odd')]),
    )
    const operations =
      '[{"op":"add","path":"/spec/z","value":1,"odd":1},{"op":"add","path":"/metadata/odd","value":1}]'
    const patched = await client.send('PATCH', path, operations, JSON_PATCH)
    assert.equal(
      patched.headers.get('warning'),
      warning(['json patch unknown field "[0].odd"', ...unknown('metadata.odd', 'spec.z')]),
    )
  })

  it('an apply with an undeclared field is rejected at any level of validation', async () => {
    const apply = (text: string, query = '') =>
      client.send('PATCH', `${BOATS}/applied?fieldManager=m${query}`, text, APPLY)
    const what = 'failed to create typed patch object (default/applied; example.com/v1, Kind=Boat): '
    const undeclared = ['metadata.odd', 'spec.b', 'spec.pod.spec.y', 'spec.z', 'spec.pod.metadata.b']
    const lines = [...undeclared, 'spec.pod.metadata.z'].map(
      (path) => `\n  .${path}: field not declared in schema`,
    )
    for (const level of ['', '&fieldValidation=Ignore', '&fieldValidation=Strict']) {
      const { status, body: response } = await apply(body('applied', ',"odd":1', `"z":1,"b":1,${POD}`), level)
      assert.deepEqual([status, response.message], [400, `${what}errors:${lines.join('')}`])
    }
    const atRoot = await apply(body('applied', '', '', ',"odd":1'))
    assert.equal(atRoot.body.message, `${what}.odd: field not declared in schema`)
    const declared = await apply(body('applied', '', '"any":{"odd":{"x":1}}'), '&fieldValidation=Strict')
    assert.deepEqual([declared.status, declared.body.spec], [201, { any: { odd: { x: 1 } } }], declared.text)
  })

  it('duplicate keys in an apply are a warning, or an error of a strict one', async () => {
    const apply = (query = '') => client.send('PATCH', `${BOATS}/twice?fieldManager=m${query}`, TWICE, APPLY)
    const line = 'line 7: key "a" already set in map'
    const refused = await apply('&fieldValidation=Strict')
    assert.deepEqual(
      [refused.status, refused.body.message],
      [400, `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${line}`],
    )
    const warned = await apply()
    assert.deepEqual([warned.status, warned.headers.get('warning')], [201, warning([line])])
  })
})

const TWICE = 'kind: Boat\napiVersion: example.com/v1\nmetadata:\n  name: twice\nspec:\n  a: 1\n  a: 2\n'
