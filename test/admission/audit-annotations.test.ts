import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { EVERYTHING, startAuditedServer } from '../support/servers/audited-server.js'
import { patched, WebhookServer } from '../support/servers/webhook-server.js'
import { CONFIG_MAPS, expectStatus, GROUP, MUTATING, rule, VALIDATING, webhook } from './webhook-host.js'

describe('the audit event of a write', () => {
  it('has the annotations of webhooks and policies, whatever they decided', async (t) => {
    const server = await startAuditedServer(t, EVERYTHING)
    const admin = server.as('admin')
    const hooks = await WebhookServer.start(t)
    const nowhere = { url: 'https://127.0.0.1:1/', caBundle: hooks.caBundle }
    const add = async (path: string, name: string, more: Json) =>
      expectStatus(201, await admin.post(path, { metadata: { name }, ...more }))
    await add(MUTATING, 'm', {
      webhooks: [
        webhook(
          'label',
          hooks.on('/label', () => patched({ op: 'add', path: '/data', value: { a: '"ü"' } })),
        ),
        webhook('lost', nowhere, { failurePolicy: 'Ignore' }),
      ],
    })
    const clientConfig = hooks.on('/note', () => ({ auditAnnotations: { why: 'be"cause' } }))
    await add(VALIDATING, 'v', { webhooks: [webhook('note', clientConfig)] })
    await add(`${GROUP}/validatingadmissionpolicies`, 'p', {
      spec: {
        matchConstraints: { resourceRules: [rule()] },
        validations: [{ expression: '!has(object.data)', message: 'has data' }],
        auditAnnotations: [
          { key: 'data', valueExpression: 'string(object.data.a)' },
          { key: 'none', valueExpression: 'null' },
        ],
      },
    })
    await add(`${GROUP}/validatingadmissionpolicybindings`, 'b', {
      spec: { policyName: 'p', validationActions: ['Audit'] },
    })
    const response = expectStatus(201, await admin.post(CONFIG_MAPS, { metadata: { name: 'x' } }))
    const { annotations } = await server.only(response)
    const mutation = 'mutation.webhook.admission.k8s.io'
    assert.deepEqual(
      { ...annotations, 'authorization.k8s.io/reason': '' },
      {
        'authorization.k8s.io/decision': 'allow',
        'authorization.k8s.io/reason': '',
        [`${mutation}/round_0_index_0`]: '{"configuration":"m","webhook":"label.example.com","mutated":true}',
        [`failed-open.${mutation}/round_0_index_1`]: 'lost.example.com',
        'note.example.com/why': 'be"cause',
        'p/data': '"ü"',
        'validation.policy.admission.k8s.io/validation_failure':
          '[{"message":"has data","policy":"p","binding":"b","expressionIndex":0,"validationActions":["Audit"]}]',
      },
    )
  })
})
