import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '#test/support/client.js'
import { type AccessOptions, startAccessServer } from '#test/support/servers/access-server.js'
import { type Answer, startReviewWebhook } from '#test/support/servers/review-webhook.js'

const WHO_AM_I = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

/** A webhook that knows what `answer` says, and a server that asks it. */
async function start(t: TestContext, answer: Answer, options: AccessOptions = {}, delay?: Promise<void>) {
  const { reviews, kubeconfig } = await startReviewWebhook(t, answer, delay)
  const { as } = await startAccessServer(t, { tokenWebhookConfigFile: kubeconfig, ...options })
  return { as, reviews }
}

const ANN = {
  authenticated: true,
  user: { username: 'ann-of-hook', uid: '7', groups: ['dev'], extra: { team: ['a', 'b'] } },
}

const known: Answer = ({ spec }) => (spec.token === 'good' ? ANN : { authenticated: false })

describe('a webhook that authenticates tokens', () => {
  it('names the user, and is asked once while the decision holds', async (t) => {
    const { as, reviews } = await start(t, known)
    const who = () => as('good').post(WHO_AM_I, {})
    const { status, body } = await who()
    assert.equal(status, 201)
    assert.deepEqual(body.status.userInfo, {
      username: 'ann-of-hook',
      uid: '7',
      groups: ['dev', 'system:authenticated'],
      extra: { team: ['a', 'b'] },
    })
    await who()
    assert.equal((await as('bad').post(WHO_AM_I, {})).status, 401)
    assert.equal((await as('bad').post(WHO_AM_I, {})).status, 401)
    assert.equal(reviews.length, 2)
    const [{ apiVersion, kind, spec, path, authorization }] = reviews as [Json]
    assert.deepEqual([apiVersion, kind, spec.token], ['authentication.k8s.io/v1beta1', 'TokenReview', 'good'])
    assert.equal(path?.split('?')[0], '/review')
    assert.equal(authorization, 'Bearer of-the-server')
  })

  it('is asked once by concurrent requests, and for each request without a cache', async (t) => {
    const { as, reviews } = await start(t, known, { tokenWebhookCacheTtlMs: 0, tokenWebhookVersion: 'v1' })
    const responses = await Promise.all([1, 2, 3].map(() => as('good').post(WHO_AM_I, {})))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201, 201],
    )
    const concurrent = reviews.length
    assert.ok(concurrent <= 3)
    await as('good').post(WHO_AM_I, {})
    assert.equal(reviews.length, concurrent + 1)
    assert.equal(reviews[0]?.apiVersion, 'authentication.k8s.io/v1')
  })

  it('is not asked about tokens that the server knows', async (t) => {
    const { as, reviews } = await start(t, known)
    assert.equal((await as('admin').get('/api/v1/namespaces')).status, 200)
    assert.equal(reviews.length, 0)
  })

  it('knows no token while it fails, and is asked again', async (t) => {
    let isUp = false
    const { as } = await start(t, (review) => (isUp ? known(review) : undefined))
    assert.equal((await as('good').post(WHO_AM_I, {})).status, 401)
    isUp = true
    assert.equal((await as('good').post(WHO_AM_I, {})).status, 201)
  })

  it('is not asked about more tokens at a time than it can bear', async (t) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { as } = await start(t, known, {}, asked)
    const invented = Array.from({ length: 300 }, (_, index) => as(`invented-${index}`).post(WHO_AM_I, {}))
    // The others wait for the webhook.
    assert.equal((await Promise.race(invented)).status, 429)
    answer()
    const statuses = (await Promise.all(invented)).map(({ status }) => status)
    assert.deepEqual([...new Set(statuses)].sort(), [401, 429])
    assert.equal((await as('good').post(WHO_AM_I, {})).status, 201)
  })

  it('must name a user, in a review with the right types, for an audience of the server', async (t) => {
    const answers: unknown[] = [
      { authenticated: true },
      { authenticated: true, user: { username: '' } },
      { authenticated: true, user: { username: 'a', groups: 'dev' } },
      { authenticated: 'true', user: { username: 'a' } },
      { ...ANN, audiences: ['of-others'] },
      { authenticated: false, error: 'no database' },
      'yes',
    ]
    let index = 0
    const { as } = await start(t, () => answers[index])
    for (; index < answers.length; index++) {
      const { status } = await as(`token-${index}`).post(WHO_AM_I, {})
      assert.equal(status, 401, JSON.stringify(answers[index]))
    }
  })
})
