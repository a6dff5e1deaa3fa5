import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer, type TestServer } from '#testing.js'
import { type ApiResponse, Client, type Json } from '../support/client.js'
import { CONFIG_MAPS, expectStatus, GROUP, rule, warningsOf } from './webhook-host.js'

const POLICIES = `${GROUP}/validatingadmissionpolicies`
const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`
const MERGE = { 'content-type': 'application/merge-patch+json' }

class PolicyHost extends Client {
  readonly server: TestServer

  static async start(t: TestContext): Promise<PolicyHost> {
    const server = await startTestServer()
    t.after(() => server.close())
    return new PolicyHost(server)
  }

  constructor(server: TestServer) {
    super(server.url)
    this.server = server
  }

  async policy(name: string, spec: Json): Promise<void> {
    const matchConstraints = { resourceRules: [rule()] }
    expectStatus(201, await this.post(POLICIES, { metadata: { name }, spec: { matchConstraints, ...spec } }))
  }

  async bind(name: string, policyName: string, more: Json = {}): Promise<void> {
    const spec = { policyName, validationActions: ['Deny'], ...more }
    expectStatus(201, await this.post(BINDINGS, { metadata: { name }, spec }))
  }

  configMap(name: string, more: Json = {}, namespace = 'default'): Promise<ApiResponse> {
    return this.post(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name }, ...more })
  }
}

const denied = (name: string, why: string) =>
  `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ${why}`

describe('a validating admission policy', () => {
  it('denies writes that fail its validations, where it is bound', async (t) => {
    const host = await PolicyHost.start(t)
    const expression = '!has(object.data) || size(object.data) <= 1'
    await host.policy('p', { validations: [{ expression }] })
    const many = { data: { a: '1', b: '2' } }
    expectStatus(201, await host.configMap('before', many))
    await host.bind('b', 'p')
    const { body } = expectStatus(422, await host.configMap('m', many))
    const why = denied('m', `failed expression: ${expression}`)
    assert.deepEqual(body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: why,
      reason: 'Invalid',
      details: { name: 'm', kind: 'configmaps', causes: [{ message: why.slice(why.indexOf('Validating')) }] },
      code: 422,
    })
    expectStatus(201, await host.configMap('m', { data: { a: '1' } }))
    expectStatus(422, await host.send('PATCH', `${CONFIG_MAPS}/m`, many, MERGE))
    expectStatus(200, await host.delete(`${BINDINGS}/b`))
    expectStatus(200, await host.send('PATCH', `${CONFIG_MAPS}/m`, many, MERGE))
  })

  it('denies with its own message and reason', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', {
      variables: [
        { name: 'size', expression: 'has(object.data) ? size(object.data) : 0' },
        { name: 'double', expression: 'variables.size * 2' },
      ],
      validations: [
        { expression: 'variables.size < 1', message: 'nothing', reason: 'Forbidden' },
        { expression: 'variables.double < 4', messageExpression: "'twice is ' + string(variables.double)" },
      ],
    })
    await host.bind('b', 'p')
    const first = expectStatus(403, await host.configMap('m', { data: { a: '' } })).body
    assert.deepEqual([first.message, first.reason], [denied('m', 'nothing'), 'Forbidden'])
    await host.send(
      'PATCH',
      `${POLICIES}/p`,
      {
        spec: {
          validations: [
            {
              expression: 'variables.double < 4',
              messageExpression: "'twice is ' + string(variables.double)",
              message: 'unused',
            },
          ],
        },
      },
      MERGE,
    )
    const second = expectStatus(422, await host.configMap('m', { data: { a: '', b: '' } })).body
    assert.equal(second.message, denied('m', 'twice is 4'))
  })

  it('needs a name, which is the prefix of its annotations', async (t) => {
    const host = await PolicyHost.start(t)
    const auditAnnotations = [{ key: 'a', valueExpression: "'x'" }]
    const spec = { matchConstraints: { resourceRules: [rule()] }, auditAnnotations }
    const { body } = expectStatus(422, await host.post(POLICIES, { metadata: {}, spec }))
    assert.deepEqual(
      body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`),
      [
        'metadata.name: Required value: name or generateName is required',
        'spec.auditAnnotations[0].key: Invalid value: "a": requires metadata.name be non-empty',
      ],
    )
  })

  it('may warn instead of denying', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', { validations: [{ expression: 'false', message: 'never' }] })
    await host.bind('b', 'p', { validationActions: ['Warn'] })
    assert.deepEqual(warningsOf(expectStatus(201, await host.configMap('m'))), [
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': never",
    ])
  })

  it('fails closed if an expression fails, unless it says otherwise', async (t) => {
    const host = await PolicyHost.start(t)
    const spec = { validations: [{ expression: 'object.data.a == "1"' }] }
    await host.policy('p', spec)
    await host.bind('b', 'p')
    const failed = `expression 'object.data.a == "1"' resulted in error: no such key: data`
    assert.equal(expectStatus(422, await host.configMap('m')).body.message, denied('m', failed))
    expectStatus(200, await host.send('PATCH', `${POLICIES}/p`, { spec: { failurePolicy: 'Ignore' } }, MERGE))
    expectStatus(201, await host.configMap('m'))
  })

  it('limits the cost of its expressions', async (t) => {
    const host = await PolicyHost.start(t)
    const items = '[0,1,2,3,4,5,6,7,8,9]'
    const nested = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce(
      (inner, name) => `${items}.all(${name}, ${inner})`,
      'true',
    )
    await host.policy('p', { validations: [{ expression: nested }] })
    await host.bind('b', 'p')
    const { body } = expectStatus(422, await host.configMap('m'))
    assert.match(body.message, /operation cancelled: actual cost limit exceeded$/)
  })

  it('sees the request, the namespace, the old object, and deletions', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', {
      matchConditions: [{ name: 'team', expression: "namespaceObject.metadata.labels['team'] == 'a'" }],
      validations: [
        {
          expression:
            "request.operation != 'DELETE' || !has(oldObject.metadata.labels) || !('keep' in oldObject.metadata.labels)",
          message: 'kept',
        },
      ],
      failurePolicy: 'Ignore',
    })
    await host.bind('b', 'p')
    for (const [name, team] of [
      ['n-a', 'a'],
      ['n-b', 'b'],
    ]) {
      expectStatus(201, await host.post('/api/v1/namespaces', { metadata: { name, labels: { team } } }))
      const metadata = { name: 'm', labels: { keep: 'y' } }
      expectStatus(201, await host.post(`/api/v1/namespaces/${name}/configmaps`, { metadata }))
    }
    const { body } = expectStatus(422, await host.delete('/api/v1/namespaces/n-a/configmaps/m'))
    assert.match(body.message, /: kept$/)
    expectStatus(200, await host.delete('/api/v1/namespaces/n-b/configmaps/m'))
  })

  it('skips what its rules exclude and its binding does not match', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', {
      matchConstraints: {
        resourceRules: [rule({ resources: ['configmaps', 'secrets'] })],
        excludeResourceRules: [rule({ resourceNames: ['free'] })],
      },
      validations: [{ expression: 'false' }],
    })
    await host.bind('b', 'p', {
      matchResources: { objectSelector: { matchLabels: { bound: 'y' } }, resourceRules: [rule()] },
    })
    const bound = (name: string) => ({ metadata: { name, labels: { bound: 'y' } } })
    expectStatus(422, await host.post(CONFIG_MAPS, bound('m')))
    expectStatus(201, await host.post(CONFIG_MAPS, bound('free')))
    expectStatus(201, await host.configMap('unbound'))
    expectStatus(201, await host.post('/api/v1/namespaces/default/secrets', bound('s')))
  })
})

describe('a policy on namespaces', () => {
  it('sees namespaces as cluster-scoped objects, and reports failures as causes', async (t) => {
    const host = await PolicyHost.start(t)
    const resourceRules = [rule({ resources: ['namespaces'] })]
    await host.policy('p', {
      matchConstraints: { resourceRules },
      validations: [
        {
          expression: 'namespaceObject == null && request.namespace == request.name',
          reason: 'Invalid',
        },
        { expression: "request.operation == 'CREATE'", message: 'stays as it is', reason: 'Forbidden' },
      ],
    })
    await host.bind('b', 'p')
    expectStatus(201, await host.post('/api/v1/namespaces', { metadata: { name: 'n' } }))
    const labels = { a: 'b' }
    const { body } = expectStatus(
      403,
      await host.send('PATCH', '/api/v1/namespaces/n', { metadata: { labels } }, MERGE),
    )
    const why = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: stays as it is"
    assert.deepEqual(body.details, { name: 'n', kind: 'namespaces', causes: [{ message: why }] })
  })
})

describe('the status of a policy', () => {
  it('reports type checking warnings for each type that its rules name', async (t) => {
    const host = await PolicyHost.start(t)
    const resourceRules = [
      rule({ apiGroups: ['apps'], resources: ['deployments'] }),
      rule({ resources: ['pods', 'pods/status'] }),
      rule({ apiGroups: ['*'], resources: ['*'] }),
    ]
    await host.policy('p', {
      matchConstraints: { resourceRules },
      variables: [{ name: 'count', expression: 'object.spec.replicas' }],
      validations: [
        { expression: "variables.count > 1 && object.spec.nodeName == 'n'" },
        { expression: 'object.metadata.name.size() > 1', messageExpression: 'string(object.spec.hostname)' },
      ],
    })
    await host.server.settled()
    const status = async () => expectStatus(200, await host.get(`${POLICIES}/p`)).body.status
    const { observedGeneration, typeChecking } = await status()
    assert.equal(observedGeneration, 1)
    const undefinedField = (field: string) => `undefined field '${field}'`
    assert.deepEqual(
      typeChecking.expressionWarnings.map(({ fieldRef, warning }: Json) => [
        fieldRef,
        warning.split('\n')[0],
      ]),
      [
        [
          'spec.validations[0].expression',
          `apps/v1, Kind=Deployment: ERROR: <input>:1:35: ${undefinedField('nodeName')}`,
        ],
        [
          'spec.validations[1].messageExpression',
          `apps/v1, Kind=Deployment: ERROR: <input>:1:19: ${undefinedField('hostname')}`,
        ],
        ['spec.variables[0].expression', `v1, Kind=Pod: ERROR: <input>:1:12: ${undefinedField('replicas')}`],
      ],
    )
    const change = { spec: { variables: null, validations: [{ expression: 'true' }] } }
    expectStatus(200, await host.send('PATCH', `${POLICIES}/p`, change, MERGE))
    await host.server.settled()
    assert.deepEqual(await status(), { observedGeneration: 2, typeChecking: {} })
  })
})

describe('type checking', () => {
  it('knows custom resources', async (t) => {
    const host = await PolicyHost.start(t)
    const spec = { size: { type: 'integer' }, 'x-y': { type: 'string' } }
    const status = { 'x-kubernetes-preserve-unknown-fields': true, type: 'object' }
    const properties = { spec: { type: 'object', properties: spec }, status }
    const versions = [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties } },
      },
    ]
    const names = { plural: 'boats', kind: 'Boat' }
    const definition = { group: 'example.com', scope: 'Namespaced', names, versions }
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const metadata = { name: 'boats.example.com' }
    expectStatus(201, await host.post(path, { metadata, spec: definition }))
    const resourceRules = [rule({ apiGroups: ['example.com'], resources: ['boats'] })]
    await host.policy('p', {
      matchConstraints: { resourceRules },
      validations: [
        { expression: "object.spec.size > 1 && object.spec.x__dash__y == ''" },
        { expression: "object.spec.size == 'large'" },
        { expression: 'object.spec.sails > 1' },
        { expression: "object.metadata.labels['a'] == object.metadata.name" },
      ],
    })
    await host.server.settled()
    const { body } = expectStatus(200, await host.get(`${POLICIES}/p`))
    assert.deepEqual(
      body.status.typeChecking.expressionWarnings.map(({ fieldRef, warning }: Json) => [
        fieldRef,
        warning.split('\n')[0],
      ]),
      [
        [
          'spec.validations[1].expression',
          "example.com/v1, Kind=Boat: ERROR: <input>:1:18: found no matching overload for '_==_' applied to '(int, string)'",
        ],
        [
          'spec.validations[2].expression',
          "example.com/v1, Kind=Boat: ERROR: <input>:1:12: undefined field 'sails'",
        ],
      ],
    )
  })
})

describe('the parameters of a policy', () => {
  const validations = [
    {
      expression: 'size(object.data) <= int(params.data.most)',
      messageExpression: "'at most ' + params.data.most",
    },
  ]
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  const matchConstraints = { resourceRules: [rule({ resources: ['secrets'] })] }

  it('are the object that the binding names, in its namespace or that of the request', async (t) => {
    const host = await PolicyHost.start(t)
    const secret = (namespace = 'default') =>
      host.post(`/api/v1/namespaces/${namespace}/secrets`, {
        metadata: { name: 's' },
        stringData: { a: '', b: '' },
      })
    await host.policy('p', { paramKind, matchConstraints, validations })
    await host.bind('b', 'p', { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } })
    const missing = 'no params found for policy binding with `Deny` parameterNotFoundAction'
    assert.equal(
      expectStatus(422, await secret()).body.message,
      denied('s', `failed to configure binding: ${missing}`).replace('configmaps', 'secrets'),
    )
    expectStatus(201, await host.configMap('limit', { data: { most: '1' } }))
    expectStatus(201, await host.configMap('limit', { data: { most: '2' } }, 'other'))
    assert.match(expectStatus(422, await secret()).body.message, /: at most 1$/)
    expectStatus(201, await secret('other'))
    expectStatus(200, await host.delete(`${BINDINGS}/b`))
    await host.bind('b', 'p', {
      paramRef: { name: 'limit', namespace: 'other', parameterNotFoundAction: 'Deny' },
    })
    expectStatus(201, await secret())
  })

  it('are all objects that a selector selects, and the policy is evaluated for each', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', { paramKind, matchConstraints, validations })
    const paramRef = { selector: { matchLabels: { limit: 'y' } }, parameterNotFoundAction: 'Allow' }
    await host.bind('b', 'p', { paramRef })
    const made = { metadata: { name: 's' }, stringData: { a: '', b: '', c: '' } }
    const secrets = '/api/v1/namespaces/default/secrets'
    expectStatus(201, await host.post(`${secrets}?dryRun=All`, made))
    for (const most of ['5', '2']) {
      const metadata = { name: `l${most}`, labels: { limit: 'y' } }
      expectStatus(201, await host.post(CONFIG_MAPS, { metadata, data: { most } }))
    }
    assert.match(expectStatus(422, await host.post(secrets, made)).body.message, /: at most 2$/)
  })

  it('must be of a served kind, and in a valid namespace', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', {
      paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' },
      validations: [{ expression: 'params == null' }],
    })
    await host.bind('b', 'p', { paramRef: { name: 'x', parameterNotFoundAction: 'Allow' } })
    assert.equal(
      expectStatus(422, await host.configMap('m')).body.message,
      denied(
        'm',
        "failed to configure binding: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'",
      ),
    )
  })

  it('are null if the binding names none', async (t) => {
    const host = await PolicyHost.start(t)
    await host.policy('p', { paramKind, validations: [{ expression: 'params != null' }] })
    await host.bind('b', 'p')
    assert.match(
      expectStatus(422, await host.configMap('m')).body.message,
      /failed expression: params != null$/,
    )
  })
})
