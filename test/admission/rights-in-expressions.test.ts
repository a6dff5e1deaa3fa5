import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { type AccessServer, RBAC, startAccessServer } from '../support/servers/access-server.js'
import { WebhookServer } from '../support/servers/webhook-server.js'
import { CONFIG_MAPS, expectStatus, GROUP, rule, VALIDATING, webhook } from './webhook-host.js'

const POLICIES = `${GROUP}/validatingadmissionpolicies`

/** A server on which ann has some permissions, and ben may create the same objects. */
async function start(t: TestContext): Promise<AccessServer> {
  const host = await startAccessServer(t, { authorizationMode: ['RBAC'] })
  const admin = host.as('admin')
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch', 'delete'] },
    { apiGroups: ['example.com'], resources: ['boats'], verbs: ['sail'] },
    { apiGroups: ['example.com'], resources: ['boats/crew'], resourceNames: ['one'], verbs: ['hire'] },
    { nonResourceURLs: ['/harbour/*'], verbs: ['get'] },
  ]
  const narrow = rules.slice(0, 1)
  for (const [name, given, subject] of [
    ['ann', rules, { kind: 'User', name: 'ann' }],
    ['ben', narrow, { kind: 'User', name: 'ben' }],
    ['account', rules, { kind: 'ServiceAccount', name: 'sailor', namespace: 'default' }],
  ] as const) {
    expectStatus(201, await admin.post(`${RBAC}/clusterroles`, { metadata: { name }, rules: given }))
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
    const binding = { metadata: { name }, roleRef, subjects: [subject] }
    expectStatus(201, await admin.post(`${RBAC}/clusterrolebindings`, binding))
  }
  return host
}

async function deny(host: AccessServer, spec: Json): Promise<void> {
  const admin = host.as('admin')
  const matchConstraints = { resourceRules: [rule({ operations: ['CREATE', 'UPDATE', 'DELETE'] })] }
  const policy = { metadata: { name: 'p' }, spec: { matchConstraints, ...spec } }
  expectStatus(201, await admin.post(POLICIES, policy))
  const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
  expectStatus(201, await admin.post(`${GROUP}/validatingadmissionpolicybindings`, binding))
}

const configMap = (name: string) => ({ metadata: { name } })

describe('the authorizer in policies', () => {
  for (const [what, expression] of [
    ['a resource of a group', "authorizer.group('example.com').resource('boats').check('sail').allowed()"],
    [
      'a part of a named object',
      "authorizer.group('example.com').resource('boats').subresource('crew').namespace('a').name('one').check('hire').allowed()",
    ],
    ['a path', "authorizer.path('/harbour/a').check('get').allowed()"],
  ] as const) {
    it(`checks the rights of the user: ${what}`, async (t) => {
      const host = await start(t)
      await deny(host, { validations: [{ expression }] })
      expectStatus(201, await host.as('ann').post(CONFIG_MAPS, configMap('a')))
      const { body } = expectStatus(422, await host.as('ben').post(CONFIG_MAPS, configMap('b')))
      assert.match(body.message, /failed expression: authorizer/)
      expectStatus(201, await host.as('admin').post(CONFIG_MAPS, configMap('c')))
    })
  }

  it('checks the resource of the request', async (t) => {
    const host = await start(t)
    const expression =
      "request.operation == 'DELETE' || authorizer.requestResource.check('get').allowed() == (request.userInfo.username == 'admin')"
    await deny(host, { validations: [{ expression }] })
    expectStatus(201, await host.as('ann').post(CONFIG_MAPS, configMap('a')))
    expectStatus(201, await host.as('admin').post(CONFIG_MAPS, configMap('b')))
    // Deletions can be checked as well.
    expectStatus(200, await host.as('ann').delete(`${CONFIG_MAPS}/a`))
  })

  it('checks service accounts, and returns reasons', async (t) => {
    const host = await start(t)
    const sailor = "authorizer.serviceAccount('default', 'sailor').group('example.com').resource('boats')"
    await deny(host, {
      variables: [{ name: 'decision', expression: `${sailor}.check('sail')` }],
      validations: [
        { expression: 'variables.decision.allowed() && !variables.decision.errored()' },
        {
          expression:
            "variables.decision.error() == '' && variables.decision.reason().startsWith('RBAC: allowed by ClusterRoleBinding \"account\"')",
        },
        { expression: `!${sailor}.check('sink').allowed()` },
        {
          expression:
            "!authorizer.serviceAccount('other', 'sailor').group('example.com').resource('boats').check('sail').allowed()",
        },
      ],
    })
    expectStatus(201, await host.as('ben').post(CONFIG_MAPS, configMap('a')))
  })

  it('can be used twice in an expression, but not three times', async (t) => {
    const host = await start(t)
    const check = "authorizer.path('/x').check('get').allowed()"
    await deny(host, { validations: [{ expression: `!${check} && !${check} && !${check}` }] })
    const { body } = expectStatus(422, await host.as('ben').post(CONFIG_MAPS, configMap('a')))
    assert.match(body.message, /actual cost limit exceeded|cost limit/)
  })

  it('is not available in messages, and has typed functions', async (t) => {
    const host = await start(t)
    const matchConstraints = { resourceRules: [rule()] }
    const validations = [
      { expression: 'true', messageExpression: "authorizer.path('/x').check('get').reason()" },
      { expression: "authorizer.resource('pods').check('get').allowed()" },
      { expression: 'authorizer.requestResource.allowed()' },
    ]
    const response = await host
      .as('admin')
      .post(POLICIES, { metadata: { name: 'p' }, spec: { matchConstraints, validations } })
    const { body } = expectStatus(422, response)
    const errors = body.details.causes.map(({ field, message }: Json) => [
      field,
      /undeclared reference to 'authorizer'|found no matching overload for '\w+'/.exec(message)?.[0],
    ])
    assert.deepEqual(errors, [
      ['spec.validations[0].messageExpression', "undeclared reference to 'authorizer'"],
      ['spec.validations[1].expression', "found no matching overload for 'resource'"],
      ['spec.validations[2].expression', "found no matching overload for 'allowed'"],
    ])
  })

  it('decides whether a webhook is called', async (t) => {
    const host = await start(t)
    const hooks = await WebhookServer.start(t)
    const clientConfig = hooks.on('/no', () => ({ allowed: false }))
    const matchConditions = [
      {
        name: 'who-may-not',
        expression: "!authorizer.group('example.com').resource('boats').check('sail').allowed()",
      },
    ]
    const webhooks = [webhook('no', clientConfig, { matchConditions })]
    expectStatus(201, await host.as('admin').post(VALIDATING, { metadata: { name: 'no' }, webhooks }))
    expectStatus(201, await host.as('ann').post(CONFIG_MAPS, configMap('a')))
    expectStatus(400, await host.as('ben').post(CONFIG_MAPS, configMap('b')))
  })
})
