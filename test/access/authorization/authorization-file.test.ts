import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { StartError } from '#index.js'
import { replaceFile } from '#test/support/replace-file.js'
import { type AccessOptions, grant, startAccessServer } from '#test/support/servers/access-server.js'
import { startReviewWebhook } from '#test/support/servers/review-webhook.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' }
const RBAC = { type: 'RBAC', name: 'rbac' }

const webhook = (kubeConfigFile: string, more: object = {}) => ({
  type: 'Webhook',
  name: 'hook',
  webhook: {
    ...{ timeout: '3s', subjectAccessReviewVersion: 'v1', failurePolicy: 'Deny' },
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
    ...more,
  },
})

const conditions = (...expressions: readonly string[]) => ({
  matchConditionSubjectAccessReviewVersion: 'v1',
  matchConditions: expressions.map((expression) => ({ expression })),
})

/** A server whose authorizers are those of a file, and a function that replaces the file. */
async function start(t: TestContext, authorizers: readonly object[], options: AccessOptions = {}) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const authorizationConfig = join(path, 'authorizers.yaml')
  const write = (replaced: readonly object[]) =>
    replaceFile(authorizationConfig, JSON.stringify({ ...HEAD, authorizers: replaced }))
  await write(authorizers)
  const server = await startAccessServer(t, { authorizationConfig, ...options })
  return { ...server, write }
}

describe('authorizers in a file', () => {
  it('are asked in order, and webhooks only about requests that meet their conditions', async (t) => {
    const { reviews, kubeconfig } = await startReviewWebhook(t, () => ({ allowed: true }))
    const { as } = await start(t, [
      RBAC,
      webhook(
        kubeconfig,
        conditions(
          'has(request.resourceAttributes)',
          "request.resourceAttributes.namespace == 'default'",
          "!('nobody' in request.groups) && request.user != 'ben'",
        ),
      ),
    ])
    assert.equal((await as('ann').get(MAPS)).status, 200)
    assert.equal((await as('ben').get(MAPS)).status, 403)
    assert.equal((await as('ann').get('/api/v1/configmaps')).status, 403)
    assert.equal((await as('ann').get('/metrics')).status, 403)
    assert.equal(reviews.length, 1)
  })

  it('fail closed with the policy Deny, when a webhook or a condition fails', async (t) => {
    const { kubeconfig } = await startReviewWebhook(t, () => undefined)
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }
    const failing = conditions("request.extra['missing'][0] == 'a'")
    for (const [more, status] of [
      [{}, 503],
      [{ failurePolicy: 'NoOpinion' }, 200],
      [failing, 503],
      [{ ...failing, failurePolicy: 'NoOpinion' }, 200],
    ] as const) {
      const { as } = await start(t, [webhook(kubeconfig, more), RBAC])
      await grant(as('admin'), 'default', 'ann', [rule], 'ann')
      assert.equal((await as('ann').get(MAPS)).status, status, JSON.stringify(more))
    }
  })

  it('are loaded again when the file changes, and stay when it is wrong', async (t) => {
    const one = await startReviewWebhook(t, ({ spec }) => ({ allowed: spec.user === 'ann' }))
    const two = await startReviewWebhook(t, ({ spec }) => ({ allowed: spec.user === 'ben' }))
    const { as, write } = await start(t, [RBAC, webhook(one.kubeconfig)])
    const statuses = async () => [(await as('ann').get(MAPS)).status, (await as('ben').get(MAPS)).status]
    assert.deepEqual(await statuses(), [200, 403])
    await write([webhook('/nowhere')])
    await new Promise((resolve) => setTimeout(resolve, 1200))
    assert.deepEqual(await statuses(), [200, 403])
    await write([webhook(two.kubeconfig), RBAC])
    while ((await statuses()).join() !== '403,200') await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('are those of its arrival for a request that waits', async (t) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = await startReviewWebhook(t, () => ({ allowed: false }), asked)
    const strict = await startReviewWebhook(t, ({ spec }) => ({
      allowed: false,
      denied: spec.user === 'ann',
    }))
    const denying = { ...webhook(strict.kubeconfig), name: 'strict' }
    const { as, write } = await start(t, [
      webhook(slow.kubeconfig, { failurePolicy: 'NoOpinion', timeout: '30s' }),
      denying,
      RBAC,
    ])
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }
    await grant(as('admin'), 'default', 'readers', [rule], 'ann', 'ben')
    const waiting = as('ann').get(MAPS)
    while (slow.reviews.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await write([denying, RBAC])
    // Decided by the new file once that is there.
    assert.equal((await as('ben').get('/api/v1/namespaces/default/configmaps?limit=1')).status, 200)
    answer()
    assert.equal((await waiting).status, 403)
  })

  it('end watches whose users they no longer allow', async (t) => {
    const { kubeconfig } = await startReviewWebhook(t, () => ({ allowed: true }))
    const { as, write } = await start(t, [RBAC, webhook(kubeconfig)])
    const response = await as('ann').open(`${MAPS}?watch=true`)
    assert.equal(response.status, 200)
    await write([RBAC])
    for await (const _ of response.body as ReadableStream<Uint8Array>);
  })

  it('can allow or deny everything else', async (t) => {
    const all = await start(t, [{ type: 'AlwaysAllow', name: 'all' }])
    assert.equal((await all.as('ann').get(MAPS)).status, 200)
    const none = await start(t, [RBAC, { type: 'AlwaysDeny', name: 'none' }])
    const { status, body } = await none.as('ann').get(MAPS)
    assert.equal(status, 403)
    assert.match(body.message, /: Everything is forbidden\.$/)
    assert.equal((await none.as('admin').get(MAPS)).status, 200)
  })

  it('are not named by flags too', async (t) => {
    await assert.rejects(
      start(t, [RBAC], { authorization: 'RBAC' }),
      /--authorization-config names all authorizers: leave --authorization-mode/,
    )
  })

  it('must be valid', async (t) => {
    const hook = webhook('/hook.yaml')
    const invalid: readonly (readonly [readonly object[], string])[] = [
      [[], 'authorizers: Required value: at least one authorization mode must be defined'],
      [[RBAC, { ...RBAC, name: 'other' }], 'authorizers[1].type: Duplicate value: "RBAC"'],
      [[RBAC, { type: 'Node', name: 'rbac' }], 'authorizers[1].name: Duplicate value: "rbac"'],
      [
        [{ type: 'ABAC', name: 'a' }],
        'authorizers[0].type: Unsupported value: "ABAC": supported values: "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
      ],
      [
        [{ type: 'Webhook', name: 'a' }],
        'authorizers[0].webhook: Required value: required when type=Webhook',
      ],
      [
        [{ ...hook, type: 'RBAC' }],
        'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
      ],
      [
        [webhook('/hook.yaml', { timeout: '31s' })],
        'authorizers[0].webhook.timeout: Invalid value: "31s": must be > 0s and <= 30s',
      ],
      [
        [webhook('/hook.yaml', { authorizedTTL: '-1s' })],
        'authorizers[0].webhook.authorizedTTL: Invalid value: "-1s": must be > 0s',
      ],
      [
        [webhook('/hook.yaml', { failurePolicy: 'Allow' })],
        'authorizers[0].webhook.failurePolicy: Unsupported value: "Allow": supported values: "NoOpinion", "Deny"',
      ],
      [
        [webhook('hook.yaml')],
        'authorizers[0].webhook.connectionInfo.kubeConfigFile: Invalid value: "hook.yaml": must be an absolute path',
      ],
      [
        [webhook('/hook.yaml', { matchConditions: [{ expression: 'true' }] })],
        'authorizers[0].webhook.matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
      ],
    ]
    for (const [authorizers, message] of invalid) {
      await assert.rejects(start(t, authorizers), (error) => {
        assert.ok(error instanceof StartError)
        assert.ok(error.message.includes(message), error.message)
        return true
      })
    }
    await assert.rejects(
      start(t, [webhook('/hook.yaml', conditions('request.user', 'request.nothing == 1'))]),
      (error: Error) =>
        /matchConditions\[0\]\.expression: .*must evaluate to bool/.test(error.message) &&
        /matchConditions\[1\]\.expression: .*undefined field 'nothing'/.test(error.message),
    )
  })
})
