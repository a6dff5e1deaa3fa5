import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#index.js'
import type { Json } from '#test/support/client.js'
import { type AccessOptions, grant, RBAC, startAccessServer } from '#test/support/servers/access-server.js'
import { type Answer, startReviewWebhook } from '#test/support/servers/review-webhook.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const OWN_REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
const POLICIES = '/apis/admissionregistration.k8s.io/v1'

const NOTHING = { allowed: false }
const READ = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] }

/** A server that asks a webhook. */
async function start(t: TestContext, answer: Answer, options: AccessOptions = {}, delay?: Promise<void>) {
  const { reviews, kubeconfig } = await startReviewWebhook(t, answer, delay)
  const server = await startAccessServer(t, {
    authorization: ['RBAC', 'Webhook'],
    authorizationWebhookConfigFile: kubeconfig,
    ...options,
  })
  return { ...server, reviews }
}

const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

const allows =
  (...verbs: readonly string[]): Answer =>
  ({ spec }) => ({ allowed: verbs.includes(spec.resourceAttributes?.verb), reason: 'by the hook' })

describe('a webhook that authorizes requests', () => {
  it('allows what roles do not, and is asked once while the decision holds', async (t) => {
    const { as, reviews } = await start(t, allows('get', 'create'))
    assert.equal((await as('ann').post(MAPS, map('a'))).status, 201)
    assert.equal((await as('ann').get(`${MAPS}/a`)).status, 200)
    assert.equal((await as('ann').get(`${MAPS}/a`)).status, 200)
    const { status, body } = await as('ann').delete(`${MAPS}/a`)
    assert.equal(status, 403)
    assert.equal(
      body.message,
      'configmaps "a" is forbidden: User "ann" cannot delete resource "configmaps" in API group "" in the namespace "default": by the hook',
    )
    assert.equal((await as('ann').delete(`${MAPS}/a`)).status, 403)
    assert.equal(reviews.length, 3)
    const { apiVersion, kind, spec, path, authorization } = reviews[1] ?? {}
    assert.deepEqual([apiVersion, kind], ['authorization.k8s.io/v1beta1', 'SubjectAccessReview'])
    assert.equal(path?.split('?')[0], '/review')
    assert.equal(authorization, 'Bearer of-the-server')
    const attributes = { verb: 'get', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'a' }
    assert.deepEqual(spec, {
      resourceAttributes: attributes,
      user: 'ann',
      uid: '2',
      group: ['dev', 'system:authenticated'],
    })
  })

  it('is not asked about what a role allows, nor about administrators', async (t) => {
    const { as, reviews } = await start(t, () => NOTHING)
    await grant(
      as('admin'),
      'default',
      'ann',
      [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }],
      'ann',
    )
    assert.equal((await as('ann').get(MAPS)).status, 200)
    assert.equal((await as('admin').get('/api/v1/secrets')).status, 200)
    assert.equal(reviews.length, 0)
  })

  it('is told selectors, paths and subresources, in v1', async (t) => {
    const { as, reviews } = await start(t, () => NOTHING, { authorizationWebhookVersion: 'v1' })
    const selectors = `fieldSelector=${encodeURIComponent('metadata.name!=a')}&labelSelector=${encodeURIComponent('x in (b,a),!y')}`
    await as('ann').get(`${MAPS}?${selectors}`)
    await as('ann').get('/metrics')
    await as('ann').get('/apis/apps/v1/namespaces/default/deployments/web/scale')
    const [list, path, scale] = reviews.map(({ spec }) => spec)
    assert.deepEqual(reviews[0]?.apiVersion, 'authorization.k8s.io/v1')
    assert.deepEqual(list.groups, ['dev', 'system:authenticated'])
    assert.deepEqual(list.resourceAttributes, {
      ...{ namespace: 'default', verb: 'list', version: 'v1', resource: 'configmaps' },
      fieldSelector: { requirements: [{ key: 'metadata.name', operator: 'NotIn', values: ['a'] }] },
      labelSelector: {
        requirements: [
          { key: 'x', operator: 'In', values: ['a', 'b'] },
          { key: 'y', operator: 'DoesNotExist', values: [] },
        ],
      },
    })
    assert.deepEqual(path.nonResourceAttributes, { path: '/metrics', verb: 'get' })
    const { group, resource, subresource, name } = scale.resourceAttributes
    assert.deepEqual([group, resource, subresource, name], ['apps', 'deployments', 'scale', 'web'])
  })

  it('denies before a later authorizer can allow', async (t) => {
    const { as } = await start(t, () => ({ allowed: false, denied: true, reason: 'not today' }), {
      authorization: ['Webhook', 'RBAC'],
    })
    await grant(
      as('admin'),
      'default',
      'ann',
      [{ verbs: ['*'], apiGroups: [''], resources: ['configmaps'] }],
      'ann',
    )
    const { status, body } = await as('ann').get(`${MAPS}/a`)
    assert.equal(status, 403)
    assert.match(body.message, /: not today$/)
    const spec = { resourceAttributes: { verb: 'get', resource: 'configmaps', namespace: 'default' } }
    const review = await as('admin').post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: { ...spec, user: 'ann' },
    })
    assert.deepEqual(review.body.status, { allowed: false, denied: true, reason: 'not today' })
  })

  it('leaves what it cannot decide to others, and a request that nobody allows is 503', async (t) => {
    let isUp = false
    const { as } = await start(t, (review) => (isUp ? allows('get')(review) : undefined), {
      authorization: ['Webhook', 'RBAC'],
    })
    await grant(
      as('admin'),
      'default',
      'ann',
      [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }],
      'ann',
    )
    assert.equal((await as('ann').get(MAPS)).status, 200)
    const { status, body } = await as('ann').get(`${MAPS}/a`)
    assert.equal(status, 503)
    assert.equal(body.message, 'authorization failed: webhook: the webhook responded with 500')
    isUp = true
    assert.equal((await as('ann').get(`${MAPS}/a`)).status, 404)
  })

  it('must answer with a review', async (t) => {
    const answers: unknown[] = ['yes', [], null, { allowed: true, denied: true }]
    let index = 0
    const { as } = await start(t, () => answers[index])
    for (; index < answers.length; index++) {
      assert.equal((await as('ann').get(`${MAPS}/a`)).status, 503, JSON.stringify(answers[index]))
    }
  })

  it('is asked once by equal requests at the same time', async (t) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const ttls = { authorizationWebhookCacheAuthorizedTtlMs: 0, authorizationWebhookVersion: 'v1' } as const
    const { as, reviews } = await start(t, allows('get'), ttls, asked)
    const responses = [1, 2, 3].map(() => as('ann').get(`${MAPS}/a`))
    // Another request arrives after these.
    const other = as('ann').get(`${MAPS}/b`)
    while (reviews.length < 2) await sleep(5)
    answer()
    for (const { status } of await Promise.all([...responses, other])) assert.equal(status, 404)
    assert.equal(reviews.length, 2)
    await as('ann').get(`${MAPS}/a`)
    assert.equal(reviews.length, 3)
  })

  it('decides about impersonation, reviews, grants and implicit namespaces', async (t) => {
    const asked: string[] = []
    const { as } = await start(
      t,
      ({ spec }) => {
        const { verb, resource } = spec.resourceAttributes ?? {}
        asked.push(`${spec.user} ${verb} ${resource}`)
        return { allowed: spec.user === 'ann' }
      },
      { namespaces: 'on-demand' },
    )
    const who = await as('ann').send(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {},
      {
        'impersonate-user': 'ben',
        'impersonate-group': 'system:masters',
      },
    )
    assert.equal(who.body.status.userInfo.username, 'ben')
    const spec = { resourceAttributes: { verb: 'watch', resource: 'pods' } }
    assert.deepEqual((await as('ann').post(OWN_REVIEWS, { spec })).body.status, { allowed: true })
    assert.deepEqual((await as('ben').post(OWN_REVIEWS, { spec })).body.status, { allowed: false })
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'all' },
      rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    }
    assert.equal((await as('ann').post(`${RBAC}/clusterroles`, role)).status, 201)
    assert.equal((await as('ann').post('/api/v1/namespaces/made/configmaps', map('a'))).status, 201)
    for (const expected of [
      'ann impersonate users',
      'ann impersonate groups',
      'ann watch pods',
      'ann escalate clusterroles',
      'ann create namespaces',
    ]) {
      assert.ok(asked.includes(expected), `${expected} was not asked, but ${asked.join(', ')}`)
    }
  })

  it('decides in the expressions of policies', async (t) => {
    const { as, reviews } = await start(t, ({ spec }) => ({
      allowed: spec.resourceAttributes?.verb !== 'delete' || spec.resourceAttributes.name === 'mine',
    }))
    const expression =
      "authorizer.group('').resource('configmaps').namespace('default').name(object.metadata.name).check('delete').allowed()"
    const policy = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'own' },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
        },
        variables: [{ name: 'mayDelete', expression }],
        validations: [{ expression: 'variables.mayDelete', message: 'you could not delete it' }],
      },
    }
    const binding = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'own' },
      spec: { policyName: 'own', validationActions: ['Deny'] },
    }
    assert.equal((await as('admin').post(`${POLICIES}/validatingadmissionpolicies`, policy)).status, 201)
    assert.equal(
      (await as('admin').post(`${POLICIES}/validatingadmissionpolicybindings`, binding)).status,
      201,
    )
    assert.equal((await as('ann').post(MAPS, map('mine'))).status, 201)
    const { status, body } = await as('ann').post(MAPS, map('other'))
    assert.equal(status, 422)
    assert.match(body.message, /you could not delete it$/)
    const deletions = reviews.filter(({ spec }: Json) => spec.resourceAttributes?.verb === 'delete')
    assert.equal(deletions.length, 2)
  })

  it('does not open the way to a later authorizer when one user asks too much, nor closes it to others', async (t) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { as } = await start(t, () => NOTHING, { authorization: ['Webhook', 'RBAC'] }, asked)
    await grant(as('admin'), 'default', 'readers', [READ], 'ann', 'ben')
    const many = Array.from({ length: 300 }, (_, index) => as('ann').get(`${MAPS}/a-${index}`))
    const first = await Promise.race(many)
    assert.equal(first.status, 503)
    assert.match(first.body.message, /too many requests are being reviewed$/)
    const other = as('ben').get(`${MAPS}/b`)
    answer()
    assert.equal((await other).status, 404)
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.deepEqual([...new Set(statuses)].sort(), [404, 503])
  })

  it('holds up only the watches that it is asked about', async (t) => {
    let isUp = true
    const never = new Promise<void>(() => {})
    const { as, reviews, setTokens } = await start(
      t,
      ({ spec }) => (isUp ? { allowed: spec.user === 'ben' } : never),
      { authorizationWebhookCacheAuthorizedTtlMs: 0 },
    )
    await grant(as('admin'), 'default', 'watchers', [{ ...READ, verbs: ['watch'] }], 'ann')
    const byHook = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        as('ben').open(`${MAPS}?watch=true&labelSelector=a=b${index}`),
      ),
    )
    const byRole = await as('ann').open(`${MAPS}?watch=true`)
    for (const { status } of [...byHook, byRole]) assert.equal(status, 200)
    isUp = false
    const before = reviews.length
    await grant(as('admin'), 'default', 'others', [READ], 'ann')
    while (reviews.length < before + 16) await sleep(20)
    await setTokens('admin,admin,1,system:masters\nben,ben,3\n')
    for await (const _ of byRole.body as ReadableStream<Uint8Array>);
    // Not about all at a time.
    assert.equal(reviews.length, before + 16)
    await Promise.all(byHook.map(({ body }) => body?.cancel()))
  })

  it('does not know all rules of a user', async (t) => {
    const { as } = await start(t, () => ({ allowed: true }))
    const rules = await as('ann').post('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
      spec: { namespace: 'default' },
    })
    const { incomplete, evaluationError } = rules.body.status
    assert.deepEqual(
      [incomplete, evaluationError],
      [true, 'webhook authorizer does not support user rule resolution'],
    )
  })

  it('needs a kubeconfig that can be read, and its mode', async (t) => {
    for (const [options, message] of [
      [{ authorization: 'Webhook' }, /Webhook needs --authorization-webhook-config-file$/],
      [{ authorizationWebhookConfigFile: '/nowhere' }, /needs Webhook in --authorization-mode$/],
      [
        { authorization: 'Webhook', authorizationWebhookConfigFile: '/nowhere' },
        /^--authorization-webhook-config-file \/nowhere: /,
      ],
    ] as const) {
      await assert.rejects(startAccessServer(t, options), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, message)
        return true
      })
    }
  })
})
