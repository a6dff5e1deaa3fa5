import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'

const YAML = { 'content-type': 'application/yaml' }
const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

describe('field validation', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const patch = (path: string, body: unknown, headers: Record<string, string>) =>
    client.send('PATCH', path, body, headers)
  const expectStored = async (path: string, { text }: { text: string }) =>
    assert.equal((await client.get(path)).text, text)

  describe('of patches', () => {
    for (const { path, make } of KINDS) {
      it(`${make('x').kind}: an unknown field is rejected as invalid by every kind of patch`, async () => {
        const { kind, apiVersion } = make('x')
        const target = `${path}/patched`
        await client.post(path, make('patched'))
        const before = await client.get(target)
        const strict = `${target}?fieldValidation=Strict`
        for (const { status, body } of [
          await patch(strict, { spec: { colour: 'red' } }, MERGE),
          await patch(strict, { spec: { colour: 'red' } }, STRATEGIC),
          await patch(strict, [{ op: 'add', path: '/spec/colour', value: 'red' }], JSON_PATCH),
        ]) {
          assert.equal(status, 422)
          assert.equal(body.reason, 'Invalid')
          assert.ok(
            body.message.startsWith(`${kind}.${apiVersion.split('/')[0]} "patched" is invalid: patch: `),
          )
          assert.ok(body.message.endsWith('strict decoding error: unknown field "spec.colour"'), body.message)
          assert.deepEqual(
            body.details.causes.map((cause: Json) => [cause.reason, cause.field]),
            [['FieldValueInvalid', 'patch']],
          )
        }
        await expectStored(target, before)
      })
    }

    it('errors of current groups show the patch or the object, and do not name it', async () => {
      const configMaps = '/api/v1/namespaces/patches/configmaps'
      await client.post(configMaps, { metadata: { name: 'a' }, data: { x: '1' } })
      const strict = `${configMaps}/a?fieldValidation=Strict`
      const strategic = await patch(strict, { data: { x: '2' }, odd: 1 }, STRATEGIC)
      const error = 'strict decoding error: unknown field "odd"'
      assert.equal(
        strategic.body.message,
        ` "" is invalid: patch: Invalid value: "map[data:map[x:2] odd:1]": ${error}`,
      )
      assert.deepEqual(Object.keys(strategic.body.details), ['causes'])
      const operations = [{ op: 'add', path: '/odd', value: 1 }]
      for (const { body } of [
        await patch(strict, { odd: 1 }, MERGE),
        await patch(strict, operations, JSON_PATCH),
      ]) {
        assert.ok(
          body.message.startsWith(' "" is invalid: patch: Invalid value: "{\\"kind\\":'),
          body.message,
        )
        assert.ok(body.message.endsWith(error), body.message)
      }
    })

    it('a field given twice is rejected as invalid', async () => {
      const { body: made } = await client.post(DEPLOYMENTS, deployment('twice'))
      const target = `${DEPLOYMENTS}/twice?fieldValidation=Strict`
      const changes = '{"spec":{"replicas":3,"replicas":4}}'
      for (const headers of [MERGE, STRATEGIC]) {
        const { status, body } = await patch(target, changes, headers)
        assert.equal(status, 422)
        assert.match(body.message, /strict decoding error: duplicate field "spec\.replicas"$/)
      }
      const operations = '[{"op":"add","op":"test","path":"/kind","value":"Deployment","why":"so"}]'
      const { status, body } = await patch(target, operations, JSON_PATCH)
      assert.equal(status, 422)
      assert.match(
        body.message,
        /: json patch duplicate field "\[0\]\.op", json patch unknown field "\[0\]\.why"$/,
      )
      const { body: read } = await client.get(`${DEPLOYMENTS}/twice`)
      assert.equal(read.metadata.resourceVersion, made.metadata.resourceVersion)
    })

    it('dropped fields cause warnings or none, as requested', async () => {
      await client.post(DEPLOYMENTS, deployment('warned'))
      const target = `${DEPLOYMENTS}/warned`
      const changes = '{"spec":{"colour":"red","replicas":3,"replicas":4}}'
      const warned = await patch(`${target}?fieldValidation=Warn`, changes, MERGE)
      assert.equal(warned.status, 200)
      assert.equal(warned.body.spec.replicas, 4)
      assert.equal(
        warned.headers.get('warning'),
        '299 - "duplicate field \\"spec.replicas\\"", 299 - "unknown field \\"spec.colour\\""',
      )
      for (const query of ['', '?fieldValidation=Ignore']) {
        const ignored = await patch(`${target}${query}`, changes, MERGE)
        assert.equal(ignored.status, 200)
        assert.equal(ignored.headers.get('warning'), null)
      }
    })

    it('a patch with known fields is accepted', async () => {
      await client.post(DEPLOYMENTS, deployment('fine'))
      const target = `${DEPLOYMENTS}/fine?fieldValidation=Strict`
      assert.equal((await patch(target, { spec: { replicas: 3 } }, MERGE)).status, 200)
      const operations = [
        { op: 'test', path: '/spec/replicas', value: 3 },
        { op: 'copy', from: '/metadata/name', path: '/metadata/labels/copied' },
      ]
      assert.equal((await patch(target, operations, JSON_PATCH)).status, 200)
    })
  })

  describe('of objects', () => {
    const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
    const APPS = '/apis/apps/v1/namespaces/default/deployments'
    const POD = '"spec":{"containers":[{"name":"a","image":"b","image":"c","imagePolicy":"x"}],"odd":1}'
    const mixed = (name: string) =>
      `{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"odd":1,"name":"${name}"},"odd":{"a":1,"a":2},` +
      `"spec":{"replicas":1,"replicas":2,"zeta":1,"selector":{"matchLabels":{"app":"web","app":"web"}},` +
      `"template":{"metadata":{"labels":{"app":"web"}},${POD}},"9":1,"alpha":1}}`
    const errors = [
      'unknown field "metadata.odd"',
      'unknown field "odd"',
      'duplicate field "spec.replicas"',
      'unknown field "spec.zeta"',
      'duplicate field "spec.selector.matchLabels.app"',
      'duplicate field "spec.template.spec.containers[0].image"',
      'unknown field "spec.template.spec.containers[0].imagePolicy"',
      'unknown field "spec.template.spec.odd"',
      'unknown field "spec.9"',
      'unknown field "spec.alpha"',
    ]
    const warning = (errors: readonly string[]) =>
      errors.map((text) => `299 - "${text.replaceAll('"', '\\"')}"`).join(', ')

    it('unknown and duplicate fields are reported in the order of the body', async () => {
      const strict = await client.post(`${APPS}?fieldValidation=Strict`, mixed('mixed'))
      assert.equal(strict.status, 400)
      assert.equal(
        strict.body.message,
        `Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${errors.join(', ')}`,
      )
      const warned = await client.post(APPS, mixed('mixed'))
      assert.equal(warned.status, 201, warned.text)
      assert.equal(warned.headers.get('warning'), warning(errors))
      const replaced = await client.put(`${APPS}/mixed`, mixed('mixed'))
      assert.equal(replaced.headers.get('warning'), warning(errors))
    })

    it('unknown fields alone are reported in the order of the body', async () => {
      const body = '{"metadata":{"name":"unknown"},"zeta":1,"beta":1,"alpha":1}'
      const { headers } = await client.post(CONFIG_MAPS, body)
      assert.equal(
        headers.get('warning'),
        warning(['unknown field "zeta"', 'unknown field "beta"', 'unknown field "alpha"']),
      )
    })

    it('unknown fields of YAML are sorted by name, after duplicate keys', async () => {
      const body = 'zeta: 1\nmetadata:\n  name: yaml\n  name: yaml\n  odd: 1\nalpha: 1\n'
      const strict = await client.post(`${CONFIG_MAPS}?fieldValidation=Strict`, body, YAML)
      const unknown = ['unknown field "alpha"', 'unknown field "metadata.odd"', 'unknown field "zeta"']
      assert.equal(
        strict.body.message,
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ' +
          `yaml: unmarshal errors:\n  line 4: key "name" already set in map, ${unknown.join(', ')}`,
      )
      const warned = await client.post(CONFIG_MAPS, body, YAML)
      assert.equal(
        warned.headers.get('warning'),
        warning(['line 4: key "name" already set in map', ...unknown]),
      )
    })

    it('fields from patches are sorted by name, after errors of the patch itself', async () => {
      await client.post(CONFIG_MAPS, { metadata: { name: 'patched' } })
      const target = `${CONFIG_MAPS}/patched`
      const changes = '{"zeta":1,"metadata":{"odd":{"a":1,"a":2}},"alpha":1}'
      const unknown = ['unknown field "alpha"', 'unknown field "metadata.odd"', 'unknown field "zeta"']
      for (const headers of [MERGE, STRATEGIC]) {
        const response = await patch(target, changes, headers)
        assert.equal(response.status, 200, response.text)
        const expected = ['duplicate field "metadata.odd.a"', ...unknown]
        assert.equal(response.headers.get('warning'), warning(expected))
      }
      const operations =
        '[{"why":1,"op":"add","path":"/zeta","value":1,"op":"add"},{"op":"add","path":"/alpha","value":{"b":1,"b":1}}]'
      const response = await patch(target, operations, JSON_PATCH)
      assert.equal(
        response.headers.get('warning'),
        warning([
          'json patch unknown field "[0].why"',
          'json patch duplicate field "[0].op"',
          'json patch duplicate field "[1].value.b"',
          'unknown field "alpha"',
          'unknown field "zeta"',
        ]),
      )
    })

    it('an apply with an undeclared field is rejected and names the field', async () => {
      const APPLY = { 'content-type': 'application/apply-patch+yaml' }
      const apply = (body: Json, query = '') => patch(`${APPS}/applied?fieldManager=m${query}`, body, APPLY)
      const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ image: 'x' }] } }
      const body = (spec: Json): Json => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'applied' },
        spec: { selector: { matchLabels: { app: 'web' } }, template, ...spec },
      })
      const what = 'failed to create typed patch object (default/applied; apps/v1, Kind=Deployment): '
      const words = 'field not declared in schema'
      for (const query of ['', '&fieldValidation=Ignore', '&fieldValidation=Strict']) {
        const { status, body: response } = await apply(body({ selector: { odd: 1 } }), query)
        assert.deepEqual([status, response.message], [400, `${what}.spec.selector.odd: ${words}`])
      }
      const two = await apply(body({ odd: 1, template: { ...template, odd: 1 } }))
      assert.equal(two.body.message, `${what}errors:\n  .spec.template.odd: ${words}\n  .spec.odd: ${words}`)
      const unnamed = await apply(body({}))
      assert.equal(unnamed.status, 422, 'validation reports a missing key')
      assert.deepEqual(
        unnamed.body.details.causes.map((cause: Json) => [cause.reason, cause.field]),
        [['FieldValueRequired', 'spec.template.spec.containers[0].name']],
      )
    })
  })

  describe('of subresources', () => {
    it('an unknown field is rejected in a status, a scale and a rollback', async () => {
      await client.post(DEPLOYMENTS, deployment('doors'))
      const target = `${DEPLOYMENTS}/doors`
      const strict = '?fieldValidation=Strict'
      const { body: scale } = await client.get(`${target}/scale`)
      const { body: whole } = await client.get(target)
      const responses = [
        await client.put(`${target}/scale${strict}`, { ...scale, spec: { replica: 2 } }),
        await client.put(`${target}/status${strict}`, { ...whole, status: { replica: 2 } }),
        await client.post(`${target}/rollback${strict}`, { name: 'doors', rollbackTo: { version: 1 } }),
        await patch(`${target}/scale${strict}`, { spec: { replica: 2 } }, MERGE),
        await patch(`${target}/status${strict}`, { status: { replica: 2 } }, MERGE),
      ]
      assert.deepEqual(
        responses.map(({ status }) => status),
        [400, 400, 400, 422, 422],
      )
      assert.equal(
        responses[0]?.body.message,
        'Scale in version "v1beta1" cannot be handled as a Scale: strict decoding error: unknown field "spec.replica"',
      )
      assert.match(responses[2]?.body.message, /unknown field "rollbackTo\.version"$/)
      assert.match(
        responses[3]?.body.message,
        /^Scale\.extensions "doors" is invalid: patch: .*"spec\.replica"$/,
      )
    })
  })

  describe('of YAML', () => {
    const twice = (name: string) => `# one of each kind of repetition
metadata:
  name: ${name}
  labels: {a: one, b: two, a: three}
spec:
  backend: {serviceName: web, servicePort: 80}
  "backend":
    serviceName: other
    servicePort: 80
`
    const complaints = ['line 4: key "a" already set in map', 'line 7: key "backend" already set in map']

    it('a key given twice is rejected, warned of or ignored as asked', async () => {
      for (const send of [
        (name: string, query: string) => client.post(`${INGRESSES}${query}`, twice(name), YAML),
        (name: string, query: string) => client.put(`${INGRESSES}/${name}${query}`, twice(name), YAML),
      ]) {
        const strict = await send('repeated', '?fieldValidation=Strict')
        assert.equal(strict.status, 400)
        assert.equal(
          strict.body.message,
          `Ingress in version "v1beta1" cannot be handled as a Ingress: strict decoding error: ${['yaml: unmarshal errors:', ...complaints].join('\n  ')}`,
        )
        const warned = await send('repeated', '?fieldValidation=Warn')
        assert.ok(warned.status < 300)
        assert.equal(warned.body.spec.backend.serviceName, 'other', 'the last one counts')
        assert.equal(
          warned.headers.get('warning'),
          complaints.map((text) => `299 - "${text.replaceAll('"', '\\"')}"`).join(', '),
        )
      }
      const ignored = await client.post(INGRESSES, twice('ignored'), YAML)
      assert.equal(ignored.status, 201)
      assert.equal(ignored.headers.get('warning'), null)
    })

    it('JSON sent as YAML is validated, too', async () => {
      const body = `{"metadata": {"name": "a", "name": "b"}, "spec": ${JSON.stringify(ingress('b').spec)}}`
      const { status, body: response } = await client.post(`${INGRESSES}?fieldValidation=Strict`, body, YAML)
      assert.equal(status, 400)
      assert.match(response.message, /line 1: key "name" already set in map$/)
    })

    it('an overridden merge key and a repeated alias are not duplicates', async () => {
      const body = `metadata: {name: merged}
spec:
  backend: &back {serviceName: web, servicePort: 80}
  rules:
  - host: a.example.com
    http: {paths: [{path: /a, backend: *back}, {path: /b, backend: {<<: *back, servicePort: 81}}]}
  - host: b.example.com
    http: {paths: [{path: /a, backend: *back}]}
`
      const { status, headers } = await client.post(`${INGRESSES}?fieldValidation=Strict`, body, YAML)
      assert.equal(status, 201)
      assert.equal(headers.get('warning'), null)
    })

    it('only the first errors are reported, and the others counted', async () => {
      const long = 'x'.repeat(1000)
      const labels = Array.from({ length: 1000 }, (_, index) => `    ${long}${index % 20}: a\n`).join('')
      const body = `metadata:\n  name: many\n  labels:\n${labels}`
      const { status, body: response } = await client.post(`${INGRESSES}?fieldValidation=Strict`, body, YAML)
      assert.equal(status, 400)
      assert.ok(response.message.length < 2500, `${response.message.length} characters`)
      assert.match(response.message, /\n {2}970 more keys already set in their maps$/)
    })
  })
})
