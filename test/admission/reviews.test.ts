import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { patched } from '../support/servers/webhook-server.js'
import { expectStatus, GROUP, rule, WebhookHost, warningsOf, webhook } from './webhook-host.js'

const AUTHORIZATION = '/apis/authorization.k8s.io/v1'
const AUTHENTICATION = '/apis/authentication.k8s.io/v1'
const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'default' }

/** Every review API, with the kind of its object. */
const QUESTIONS: readonly (readonly [path: string, kind: string, spec: Json | undefined])[] = [
  [`${AUTHORIZATION}/subjectaccessreviews`, 'SubjectAccessReview', { resourceAttributes, user: 'a' }],
  [`${AUTHORIZATION}/selfsubjectaccessreviews`, 'SelfSubjectAccessReview', { resourceAttributes }],
  [
    `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`,
    'LocalSubjectAccessReview',
    { resourceAttributes, user: 'a' },
  ],
  [`${AUTHORIZATION}/selfsubjectrulesreviews`, 'SelfSubjectRulesReview', { namespace: 'default' }],
  [`${AUTHENTICATION}/tokenreviews`, 'TokenReview', { token: 'x' }],
  [`${AUTHENTICATION}/selfsubjectreviews`, 'SelfSubjectReview', undefined],
]
const rules = [
  rule({
    apiGroups: ['authorization.k8s.io', 'authentication.k8s.io'],
    resources: ['*'],
    operations: ['CREATE'],
  }),
]

describe('a review API', () => {
  it('is a create for webhooks, before the response', async (t) => {
    const host = await WebhookHost.start(t)
    await host.validate('all', webhook('all', host.hooks.on('/all'), { rules }))
    for (const [path, , spec] of QUESTIONS) expectStatus(201, await host.client.post(path, { spec }))
    const seen = host.hooks
      .requests('/all')
      .map(({ operation, resource, subResource, kind, namespace, object, oldObject, options }) => [
        operation,
        resource.resource,
        subResource,
        kind.kind,
        namespace,
        object.kind,
        oldObject,
        options.kind,
      ])
    const expected = QUESTIONS.map(([path, kind]) => {
      const namespace = path.includes('/namespaces/') ? 'default' : undefined
      return ['CREATE', path.split('/').at(-1), undefined, kind, namespace, kind, null, 'CreateOptions']
    })
    assert.deepEqual(seen, expected)
  })

  it('can be denied, warned about and changed', async (t) => {
    const host = await WebhookHost.start(t)
    const [path, , spec] = QUESTIONS[0] as (typeof QUESTIONS)[number]
    const clientConfig = host.hooks.on('/no', ({ object }) => ({
      allowed: object.spec.user !== 'nobody',
      status: { message: 'nobody asks' },
      warnings: ['asked'],
    }))
    await host.validate('no', webhook('no', clientConfig, { rules }))
    const denied = expectStatus(400, await host.client.post(path, { spec: { ...spec, user: 'nobody' } }))
    assert.match(denied.body.message, /denied the request: nobody asks/)
    const response = expectStatus(201, await host.client.post(path, { spec }))
    assert.deepEqual(warningsOf(response), ['asked'])
    const renames = host.hooks.on('/renames', () =>
      patched({ op: 'replace', path: '/spec/user', value: 'nobody' }),
    )
    await host.mutate('renames', webhook('renames', renames, { rules }))
    expectStatus(400, await host.client.post(path, { spec }))
  })

  it('is validated after webhooks', async (t) => {
    const host = await WebhookHost.start(t)
    const [path, , spec] = QUESTIONS[0] as (typeof QUESTIONS)[number]
    const clientConfig = host.hooks.on('/removes', () => patched({ op: 'remove', path: '/spec/user' }))
    await host.mutate('removes', webhook('removes', clientConfig, { rules }))
    await host.validate('all', webhook('all', host.hooks.on('/all'), { rules }))
    expectStatus(422, await host.client.post(path, { spec }))
    assert.deepEqual(host.hooks.requests('/all'), [])
  })

  it('is not checked by policies, which could lock out users', async (t) => {
    const host = await WebhookHost.start(t)
    const policy = {
      metadata: { name: 'p' },
      spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'false' }] },
    }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicies`, policy))
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicybindings`, binding))
    for (const [path, , spec] of QUESTIONS) expectStatus(201, await host.client.post(path, { spec }))
  })
})
