import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { DURABLE_ENGINES } from '../support/server.js'
import { patched, WebhookServer } from '../support/servers/webhook-server.js'
import {
  annotate,
  apply,
  BINDINGS,
  jsonPatch,
  MutationHost,
  POLICIES,
  policyOf,
  SERVED,
  V1ALPHA1,
  V1BETA1,
} from './mutation-host.js'
import { CONFIG_MAPS, expectStatus, MUTATING, rule, webhook } from './webhook-host.js'

const embedded = DURABLE_ENGINES.find(({ name }) => name === 'embedded')
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** Counts how often a policy was invoked. */
const counting = (name: string) =>
  annotate(`"count": string(int(object.metadata.?annotations["count"].orValue("0")) + 1), "${name}": "y"`)

const causesOf = ({ body }: { body: Json }): string[] =>
  body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`)

describe('the kinds of mutating policies', () => {
  it('are served only where they are turned on', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    for (const version of [V1BETA1, V1ALPHA1]) expectStatus(404, await client.get(version))
    const host = await MutationHost.start(t)
    const { body } = expectStatus(200, await host.get(V1BETA1))
    assert.deepEqual(
      body.resources.map(({ name }: Json) => name),
      ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
    )
    expectStatus(404, await host.get(V1ALPHA1))
  })

  it('are the same in both versions', async (t) => {
    const runtimeConfig = { ...SERVED.runtimeConfig, 'admissionregistration.k8s.io/v1alpha1': true }
    const host = await MutationHost.start(t, { runtimeConfig })
    const sent = policyOf('p', { mutations: [counting('p')] })
    const alpha = `${V1ALPHA1}/mutatingadmissionpolicies`
    const { body: made } = expectStatus(201, await host.post(alpha, sent))
    const { body: read } = expectStatus(200, await host.get(`${POLICIES}/p`))
    assert.deepEqual(read.spec, made.spec)
    assert.deepEqual(
      [made.apiVersion, read.apiVersion],
      ['admissionregistration.k8s.io/v1alpha1', 'admissionregistration.k8s.io/v1beta1'],
    )
    const { failurePolicy, matchConstraints } = read.spec
    assert.deepEqual([failurePolicy, matchConstraints.matchPolicy], ['Fail', 'Equivalent'])
    await host.bind('p')
    assert.equal(expectStatus(201, await host.configMap('a')).body.metadata.annotations.count, '1')
  })

  it('have no effect once they are no longer served', async (t) => {
    const home = await embedded?.makeHome()
    t.after(() => home?.remove())
    const first = await startTestServer({ ...home?.options, ...SERVED })
    await new MutationHost(first).mutate('p', { mutations: [counting('p')] })
    await first.close()
    const server = await startTestServer({ ...home?.options })
    t.after(() => server.close())
    const client = new Client(server.url)
    expectStatus(404, await client.get(POLICIES))
    const { body } = expectStatus(201, await client.post(CONFIG_MAPS, { metadata: { name: 'a' } }))
    assert.equal(body.metadata.annotations, undefined)
  })

  it('have no effect if their feature gate or their plugin is off', async (t) => {
    const off = [
      { featureGates: { MutatingAdmissionPolicy: false } },
      { disableAdmissionPlugins: ['MutatingAdmissionPolicy'] },
    ] as const
    for (const options of off) {
      const host = await MutationHost.start(t, options)
      await host.mutate('p', { mutations: [counting('p')] })
      assert.equal(expectStatus(201, await host.configMap('a')).body.metadata.annotations, undefined)
    }
  })

  it('have columns', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', { mutations: [counting('p')] })
    const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
    const { body } = expectStatus(200, await host.send('GET', POLICIES, undefined, table))
    assert.deepEqual(
      body.columnDefinitions.map(({ name }: Json) => name),
      ['Name', 'Mutations', 'ParamKind', 'Age'],
    )
    assert.deepEqual(body.rows[0].cells.slice(0, 3), ['p', 1, '<unset>'])
    const bindings = expectStatus(200, await host.send('GET', BINDINGS, undefined, table)).body
    assert.deepEqual(bindings.rows[0].cells.slice(0, 3), ['p-binding', 'p', '<unset>'])
  })
})

describe('a new mutating policy', () => {
  it('must have mutations that fit their type', async (t) => {
    const host = await MutationHost.start(t)
    const causes = async (spec: Json) =>
      causesOf(expectStatus(422, await host.post(POLICIES, policyOf('p', spec))))
    assert.deepEqual(await causes({ mutations: [], reinvocationPolicy: undefined }), [
      'spec.mutations: Required value: mutations must contain at least one item',
      'spec.reinvocationPolicy: Required value',
    ])
    const expression = { expression: 'Object{}' }
    assert.deepEqual(
      await causes({
        mutations: [
          { applyConfiguration: expression },
          { patchType: 'Merge', applyConfiguration: expression },
          { patchType: 'JSONPatch', applyConfiguration: expression },
          { patchType: 'ApplyConfiguration', jsonPatch: expression },
          { patchType: 'JSONPatch', jsonPatch: { expression: ' ' } },
        ],
      }),
      [
        'spec.mutations[0].patchType: Required value',
        'spec.mutations[1].patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
        'spec.mutations[2].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
        'spec.mutations[2].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'spec.mutations[3].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration',
        'spec.mutations[3].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
        'spec.mutations[4].jsonPatch.expression: Required value',
      ],
    )
  })

  it('must have expressions that compile to patches', async (t) => {
    const host = await MutationHost.start(t)
    const causes = async (...mutations: Json[]) =>
      causesOf(expectStatus(422, await host.post(POLICIES, policyOf('p', { mutations }))))
    assert.deepEqual(
      await causes(
        apply('"teapot"'),
        apply('Object.spec{}'),
        apply('object'),
        jsonPatch('Object{}'),
        jsonPatch('[JSONPatch{op: "remove", path: "/a"}, 1]'),
      ),
      [
        'spec.mutations[0].applyConfiguration.expression: Invalid value: "\\"teapot\\"": must evaluate to Object but got string',
        'spec.mutations[1].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
        'spec.mutations[2].applyConfiguration.expression: Invalid value: "object": must evaluate to Object but got dyn',
        'spec.mutations[3].jsonPatch.expression: Invalid value: "Object{}": must evaluate to list(JSONPatch) but got Object',
        'spec.mutations[4].jsonPatch.expression: Invalid value: "[JSONPatch{op: \\"remove\\", path: \\"/a\\"}, 1]": must evaluate to list(JSONPatch) but got list(dyn)',
      ],
    )
    const [cause] = await causes(jsonPatch('[JSONPatch{op: 1}]'))
    assert.match(
      cause ?? '',
      /compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string'/,
    )
    const spec = { mutations: [counting('p')], variables: [{ name: 'v', expression: 'Object{}' }] }
    const [variable] = causesOf(expectStatus(422, await host.post(POLICIES, policyOf('p', spec))))
    assert.match(variable ?? '', /^spec.variables\[0\].expression: .*undeclared reference to 'Object'/s)
  })

  it('cannot match deletions', async (t) => {
    const host = await MutationHost.start(t)
    const resourceRules = [rule({ operations: ['CREATE', 'DELETE'] })]
    const spec = { matchConstraints: { resourceRules }, mutations: [counting('p')] }
    const path = 'resourceRules[0].operations[1]'
    const unsupported = 'Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"'
    assert.deepEqual(causesOf(expectStatus(422, await host.post(POLICIES, policyOf('p', spec)))), [
      `spec.matchConstraints.${path}: ${unsupported}`,
    ])
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', matchResources: { resourceRules } } }
    assert.deepEqual(causesOf(expectStatus(422, await host.post(BINDINGS, binding))), [
      `spec.matchResources.${path}: ${unsupported}`,
    ])
  })
})

describe('a mutating policy', () => {
  it('changes what is created and updated, where it is bound', async (t) => {
    const host = await MutationHost.start(t)
    await host.policy('p', { mutations: [annotate('"by": "policy"')] })
    expectStatus(201, await host.configMap('a'))
    assert.equal(expectStatus(200, await host.get(`${CONFIG_MAPS}/a`)).body.metadata.annotations, undefined)
    await host.bind('p')
    const { body } = expectStatus(
      200,
      await host.send('PATCH', `${CONFIG_MAPS}/a`, { data: { k: 'v' } }, MERGE),
    )
    assert.deepEqual([body.metadata.annotations, body.data], [{ by: 'policy' }, { k: 'v' }])
    assert.deepEqual(expectStatus(200, await host.get(`${CONFIG_MAPS}/a`)).body, body)
    expectStatus(200, await host.delete(`${CONFIG_MAPS}/a`))
    const dryRun = await host.post(`${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'b' } })
    assert.deepEqual(expectStatus(201, dryRun).body.metadata.annotations, { by: 'policy' })
  })

  it('has variables, which follow its own changes', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', {
      variables: [
        { name: 'size', expression: 'object.metadata.?annotations.orValue({}).size()' },
        { name: 'text', expression: 'string(variables.size)' },
      ],
      mutations: [
        annotate('"first": variables.text'),
        jsonPatch(`[
          JSONPatch{op: "test", path: "/metadata/annotations", value: {"first": "0"}},
          JSONPatch{op: "add", path: "/metadata/annotations/second", value: variables.text},
        ]`),
      ],
    })
    const { annotations } = expectStatus(201, await host.configMap('a')).body.metadata
    assert.deepEqual(annotations, { first: '0', second: '1' })
  })

  it('sees the request, the namespace, the old object and the rights of the user', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', {
      matchConditions: [{ name: 'updates', expression: "request.operation == 'UPDATE'" }],
      mutations: [
        annotate(`
          "old": oldObject.data["k"],
          "namespace": namespaceObject.metadata.name,
          "user": request.userInfo.username,
          "allowed": string(authorizer.group("").resource("pods").check("create").allowed())
        `),
      ],
    })
    const made = expectStatus(201, await host.configMap('a', { data: { k: '1' } }))
    assert.equal(made.body.metadata.annotations, undefined)
    const change = { data: { k: '2' } }
    const { body } = expectStatus(200, await host.send('PATCH', `${CONFIG_MAPS}/a`, change, MERGE))
    assert.deepEqual(body.metadata.annotations, {
      old: '1',
      namespace: 'default',
      user: 'system:anonymous',
      allowed: 'true',
    })
  })

  it('skips what its binding does not match', async (t) => {
    const host = await MutationHost.start(t)
    const excludeResourceRules = [rule({ resourceNames: ['free'] })]
    const matchConstraints = { resourceRules: [rule({ resources: ['*'] })], excludeResourceRules }
    await host.policy('p', { matchConstraints, mutations: [annotate('"by": "policy"')] })
    await host.bind('p', { matchResources: { objectSelector: { matchLabels: { bound: 'y' } } } })
    const labels = { bound: 'y' }
    const by = async (name: string, metadata: Json) =>
      expectStatus(201, await host.configMap(name, { metadata })).body.metadata.annotations?.by
    assert.equal(await by('a', { labels }), 'policy')
    assert.equal(await by('free', { labels }), undefined)
    assert.equal(await by('b', {}), undefined)
  })

  it('changes the status and other subresources', async (t) => {
    const host = await MutationHost.start(t)
    const apps = (...resources: string[]) => ({
      matchConstraints: { resourceRules: [rule({ apiGroups: ['apps'], resources })] },
    })
    await host.mutate('status', {
      ...apps('deployments/status'),
      mutations: [apply('Object{status: Object.status{replicas: object.status.replicas + 1}}')],
    })
    await host.mutate('scale', {
      ...apps('deployments/scale'),
      mutations: [apply('Object{spec: Object.spec{replicas: object.spec.replicas + 1}}')],
    })
    const path = '/apis/apps/v1/namespaces/default/deployments'
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'i' }] } }
    const spec = { selector: { matchLabels: { a: 'b' } }, template }
    expectStatus(201, await host.post(path, { metadata: { name: 'd' }, spec }))
    const status = await host.send('PATCH', `${path}/d/status`, { status: { replicas: 4 } }, MERGE)
    assert.equal(expectStatus(200, status).body.status.replicas, 5)
    const scale = await host.send('PATCH', `${path}/d/scale`, { spec: { replicas: 2 } }, MERGE)
    assert.equal(expectStatus(200, scale).body.spec.replicas, 3)
    assert.equal(expectStatus(200, await host.get(`${path}/d`)).body.spec.replicas, 3)
  })

  it('changes what is created through a subresource', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', {
      matchConstraints: { resourceRules: [rule({ resources: ['pods/binding'] })] },
      mutations: [
        jsonPatch('[JSONPatch{op: "replace", path: "/target/name", value: object.target.name + "-b"}]'),
      ],
    })
    const pods = '/api/v1/namespaces/default/pods'
    const spec = { containers: [{ name: 'a', image: 'i' }] }
    expectStatus(201, await host.post(pods, { metadata: { name: 'p' }, spec }))
    const binding = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'node' } }
    expectStatus(201, await host.post(`${pods}/p/binding`, binding))
    assert.equal(expectStatus(200, await host.get(`${pods}/p`)).body.spec.nodeName, 'node-b')
  })

  it('does not change policies, their bindings or webhooks', async (t) => {
    const host = await MutationHost.start(t)
    const everything = rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] })
    const matchConstraints = { resourceRules: [everything] }
    await host.mutate('p', { matchConstraints, mutations: [annotate('"by": "policy"')] })
    await host.policy('other', { mutations: [counting('other')] })
    expectStatus(201, await host.post(MUTATING, { metadata: { name: 'w' }, webhooks: [] }))
    for (const path of [`${POLICIES}/other`, `${BINDINGS}/p-binding`, `${MUTATING}/w`]) {
      const { metadata } = expectStatus(200, await host.get(path)).body
      assert.equal(metadata.annotations, undefined)
    }
    assert.equal(expectStatus(201, await host.configMap('a')).body.metadata.annotations.by, 'policy')
  })

  it('changes custom resources, in the version of its rules', async (t) => {
    const host = await MutationHost.start(t)
    const properties = {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          sails: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string' }, area: { type: 'integer' } } },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
        },
      },
    }
    properties.spec.properties.sails.items = {
      ...properties.spec.properties.sails.items,
      ...{ required: ['name'] },
    }
    const version = (name: string, storage: boolean) => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: 'object', properties } },
    })
    const versions = [version('v1', true), version('v2', false)]
    const names = { plural: 'boats', kind: 'Boat' }
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const definition = { group: 'example.com', scope: 'Namespaced', names, versions }
    expectStatus(201, await host.post(path, { metadata: { name: 'boats.example.com' }, spec: definition }))
    await host.mutate('p', {
      matchConstraints: { resourceRules: [rule({ apiGroups: ['example.com'], resources: ['boats'] })] },
      mutations: [
        apply(`Object{
          metadata: Object.metadata{annotations: {"version": object.apiVersion}},
          spec: Object.spec{size: object.spec.size + 1, sails: [Object.spec.sails{name: "main", area: 9}]}
        }`),
      ],
    })
    const boats = '/apis/example.com/v2/namespaces/default/boats'
    const sails = [{ name: 'jib' }, { name: 'main' }]
    const sent = {
      apiVersion: 'example.com/v2',
      kind: 'Boat',
      metadata: { name: 'b' },
      spec: { size: 1, sails },
    }
    const { body } = expectStatus(201, await host.post(boats, sent))
    assert.deepEqual(body.metadata.annotations, { version: 'example.com/v1' })
    assert.deepEqual(body.spec, { size: 2, sails: [{ name: 'jib' }, { name: 'main', area: 9 }] })
    expectStatus(200, await host.delete(`${boats}/b`))
    await host.mutate('q', {
      matchConstraints: { resourceRules: [rule({ apiGroups: ['example.com'], resources: ['boats'] })] },
      mutations: [apply('Object{spec: Object.spec{masts: 1}}')],
    })
    const refused = expectStatus(403, await host.post(boats, sent)).body
    assert.match(refused.message, /\.spec\.masts: field not declared in schema$/)
  })
})

describe('a failing mutating policy', () => {
  const spec = { mutations: [annotate('"k": object.data.k'), annotate('"k": object.data.l')] }

  it('denies the write, with each failure as a cause', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', spec)
    const why = (field: string) =>
      `policy 'p' with binding 'p-binding' denied request: expression 'Object{metadata: Object.metadata{annotations: {"k": object.data.${field}}}}' resulted in error: no such key: `
    const { body } = expectStatus(403, await host.configMap('m', { data: { a: '' } }))
    assert.deepEqual(body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `${why('k')}k`,
      reason: 'Invalid',
      details: {
        name: 'm',
        kind: 'configmaps',
        causes: [{ message: `${why('k')}k` }, { message: `${why('l')}l` }],
      },
      code: 403,
    })
  })

  it('is ignored if it says so, and what it could do stays', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('p', { ...spec, failurePolicy: 'Ignore' })
    const { body } = expectStatus(201, await host.configMap('m', { data: { l: '1' } }))
    assert.deepEqual(body.metadata.annotations, { k: '1' })
  })

  it('fails by its match conditions, too', async (t) => {
    const host = await MutationHost.start(t)
    const matchConditions = [{ name: 'c', expression: 'object.data.k == "1"' }]
    await host.mutate('p', { matchConditions, mutations: [counting('p')] })
    const { body } = expectStatus(403, await host.configMap('m'))
    assert.match(
      body.message,
      /^policy 'p' .*: expression 'object.data.k == "1"' resulted in error: no such key: data$/,
    )
  })

  it('fails if it costs too much', async (t) => {
    const host = await MutationHost.start(t)
    const items = '[0,1,2,3,4,5,6,7,8,9]'
    const nested = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce(
      (inner, name) => `${items}.all(${name}, ${inner})`,
      'true',
    )
    await host.mutate('p', { mutations: [apply(`${nested} ? Object{} : Object{}`)] })
    const { body } = expectStatus(403, await host.configMap('m'))
    assert.match(body.message, /operation cancelled: actual cost limit exceeded$/)
  })

  it('cannot make another object of it', async (t) => {
    const host = await MutationHost.start(t)
    expectStatus(201, await host.configMap('a'))
    await host.mutate('p', { mutations: [apply('Object{metadata: Object.metadata{name: "b"}}')] })
    const { body } = expectStatus(
      422,
      await host.send('PATCH', `${CONFIG_MAPS}/a`, { data: { k: 'v' } }, MERGE),
    )
    assert.match(body.message, /metadata.name: Invalid value: "b": field is immutable/)
  })
})

describe('the parameters of a mutating policy', () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  const matchConstraints = { resourceRules: [rule({ resources: ['secrets'] })] }
  const mutations = [apply('Object{metadata: Object.metadata{annotations: params.data}}')]
  const spec = { paramKind, matchConstraints, mutations }
  const secret = (host: MutationHost) =>
    host.post('/api/v1/namespaces/default/secrets', { metadata: { name: 's' } })

  it('are the objects of each binding, one after the other', async (t) => {
    const host = await MutationHost.start(t)
    await host.policy('p', spec)
    const paramRef = { selector: { matchLabels: { p: 'y' } }, parameterNotFoundAction: 'Deny' }
    await host.bind('p', { paramRef })
    const { body: missing } = expectStatus(403, await secret(host))
    assert.equal(
      missing.message,
      "policy 'p' with binding 'p-binding' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    )
    assert.equal(missing.reason, 'Forbidden')
    for (const name of ['a', 'b']) {
      const metadata = { labels: { p: 'y' } }
      expectStatus(201, await host.configMap(name, { metadata, data: { [name]: '1', last: name } }))
    }
    expectStatus(201, await host.configMap('c', { data: { c: '1' } }))
    await host.bind('p', { paramRef: { name: 'c', parameterNotFoundAction: 'Allow' } }, 'z')
    const { annotations } = expectStatus(201, await secret(host)).body.metadata
    assert.deepEqual(annotations, { a: '1', b: '1', c: '1', last: 'b' })
  })

  it('must be of a served kind', async (t) => {
    const host = await MutationHost.start(t)
    await host.policy('p', { ...spec, paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } })
    await host.bind('p', { paramRef: { name: 'x', parameterNotFoundAction: 'Allow' } })
    assert.equal(
      expectStatus(403, await secret(host)).body.message,
      'policy "p" denied request: failed to configure policy: failed to find resource referenced by paramKind: \'example.com/v1, Kind=Limit\'',
    )
  })
})

describe('reinvocation of mutating policies', () => {
  it('happens once for those that ask for it, if the object has changed', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('a', { mutations: [counting('a')], reinvocationPolicy: 'IfNeeded' })
    await host.mutate('b', { mutations: [counting('b')], reinvocationPolicy: 'IfNeeded' })
    await host.mutate('c', { mutations: [counting('c')] })
    const { annotations } = expectStatus(201, await host.configMap('m')).body.metadata
    assert.deepEqual(annotations, { a: 'y', b: 'y', c: 'y', count: '5' })
  })

  it('does not happen to policies that did not match at first', async (t) => {
    const host = await MutationHost.start(t)
    await host.mutate('a', {
      matchConditions: [{ name: 'c', expression: 'has(object.metadata.annotations)' }],
      mutations: [counting('a')],
      reinvocationPolicy: 'IfNeeded',
    })
    await host.mutate('b', { mutations: [counting('b')] })
    const { annotations } = expectStatus(201, await host.configMap('m')).body.metadata
    assert.deepEqual(annotations, { b: 'y', count: '1' })
  })

  it('follows the changes of webhooks, as those of webhooks follow policies', async (t) => {
    const hooks = await WebhookServer.start(t)
    const host = await MutationHost.start(t)
    const seen: string[] = []
    const clientConfig = hooks.on('/hook', ({ object }) => {
      seen.push(object.metadata.annotations?.count ?? '')
      return patched({ op: 'add', path: '/data', value: { calls: String(seen.length) } })
    })
    const spec = webhook('hook', clientConfig, { reinvocationPolicy: 'IfNeeded' })
    expectStatus(201, await host.post(MUTATING, { metadata: { name: 'hook' }, webhooks: [spec] }))
    await host.mutate('p', {
      mutations: [
        annotate(
          '"count": string(int(object.metadata.?annotations["count"].orValue("0")) + 1), "calls": object.?data["calls"].orValue("")',
        ),
      ],
      reinvocationPolicy: 'IfNeeded',
    })
    const { body } = expectStatus(201, await host.configMap('m'))
    assert.deepEqual(body.metadata.annotations, { count: '2', calls: '1' })
    assert.deepEqual([seen, body.data], [['1', '2'], { calls: '2' }])
  })
})
