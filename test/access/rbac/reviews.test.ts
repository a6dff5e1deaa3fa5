import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { created, startAccessServer } from '#test/support/servers/access-server.js'

const REVIEWS = '/apis/authorization.k8s.io/v1'
const FIELDS = 'spec.resourceAttributes.fieldSelector'
const LABELS = 'spec.resourceAttributes.labelSelector'

describe('an access review', () => {
  it('ignores invalid selectors, and the response says so', async (t) => {
    const { as } = await startAccessServer(t)
    const errorOf = async (selectors: object) => {
      const attributes = { verb: 'list', resource: 'pods', ...selectors }
      const spec = { user: 'ann', resourceAttributes: attributes }
      return (await created(as('admin').post(`${REVIEWS}/subjectaccessreviews`, { spec }))).status
        .evaluationError
    }
    const term = (operator: string, ...values: readonly string[]) => ({
      key: 'spec.nodeName',
      operator,
      values,
    })
    const one = term('In', 'n')
    assert.equal(await errorOf({ fieldSelector: { rawSelector: 'spec.nodeName=n' } }), undefined)
    assert.equal(await errorOf({ fieldSelector: { requirements: [one, term('NotIn', 'm')] } }), undefined)
    assert.equal(await errorOf({ labelSelector: { rawSelector: 'a in (b, c), !d' } }), undefined)
    const ignored = (field: string) => `${field} ignored due to parse error`
    assert.equal(await errorOf({ fieldSelector: { rawSelector: 'nothing' } }), ignored(FIELDS))
    assert.equal(await errorOf({ fieldSelector: { requirements: [term('In', 'a', 'b')] } }), ignored(FIELDS))
    assert.equal(await errorOf({ fieldSelector: { requirements: [term('Exists')] } }), ignored(FIELDS))
    assert.equal(
      await errorOf({ fieldSelector: { requirements: [one, term('Other')] } }),
      `${FIELDS} partially ignored due to parse error`,
    )
    assert.equal(
      await errorOf({
        fieldSelector: { rawSelector: 'nothing' },
        labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['not a value'] }] },
      }),
      `${ignored(FIELDS)}; ${ignored(LABELS)}`,
    )
  })

  it('can only be created', async (t) => {
    const admin = (await startAccessServer(t)).as('admin')
    const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } }
    for (const path of [
      `${REVIEWS}/subjectaccessreviews/x`,
      `${REVIEWS}/watch/subjectaccessreviews`,
      `${REVIEWS}/namespaces/one/localsubjectaccessreviews/x`,
      `${REVIEWS}/localsubjectaccessreviews`,
      '/apis/authentication.k8s.io/v1/tokenreviews/x',
    ]) {
      assert.equal((await admin.get(path)).status, 404, path)
      assert.equal((await admin.post(path, { spec })).status, 404, path)
    }
    assert.equal((await admin.get(`${REVIEWS}/subjectaccessreviews`)).status, 405)
    assert.equal((await admin.put(`${REVIEWS}/subjectaccessreviews`, { spec })).status, 405)
  })
})

describe('the response to a review', () => {
  it('keeps the metadata of the request, except fields that servers set', async (t) => {
    const admin = (await startAccessServer(t)).as('admin')
    const metadata = { name: 'x', labels: { a: '1' }, uid: 'mine', creationTimestamp: '2020-01-01T00:00:00Z' }
    const kept = { name: 'x', labels: { a: '1' }, creationTimestamp: null }
    for (const [path, spec] of [
      ['/apis/authentication.k8s.io/v1/tokenreviews', { token: 'ann' }],
      [`${REVIEWS}/selfsubjectrulesreviews`, { namespace: 'one' }],
    ] as const) {
      assert.deepEqual((await created(admin.post(path, { metadata, spec }))).metadata, kept)
    }
  })

  it('of the own user has only a creation time', async (t) => {
    const admin = (await startAccessServer(t)).as('admin')
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const { metadata } = await created(admin.post(path, { metadata: { name: 'x', labels: { a: '1' } } }))
    assert.deepEqual(Object.keys(metadata), ['creationTimestamp'])
    assert.match(metadata.creationTimestamp, /^20\d\d-.*Z$/)
  })
})

describe('the review of a token', () => {
  it('reads the token like an Authorization header', async (t) => {
    const admin = (await startAccessServer(t)).as('admin')
    const review = async (token: string) =>
      (await created(admin.post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } }))).status
    assert.equal((await review('ann')).user.username, 'ann')
    assert.equal((await review('ann and more')).user.username, 'ann')
    assert.deepEqual(await review(' ann'), { user: {} })
    assert.deepEqual(await review('nobody'), { user: {}, error: 'invalid bearer token' })
  })
})

describe('a forbidden request', () => {
  it('gets an error that names the target, and is safe to render as HTML', async (t) => {
    const { as } = await startAccessServer(t)
    const ann = as('ann')
    const refused = async (path: string) => {
      const { status, body } = await ann.get(path)
      return [status, body.message, body.details]
    }
    const cannot = (verb: string, what: string) => `User "ann" cannot ${verb} ${what}`
    const nothing = (group: string) => `resource "" in API group "${group}" at the cluster scope`
    assert.deepEqual(await refused('/a<b>&c'), [
      403,
      `forbidden: ${cannot('get', 'path "/a&lt;b&gt;&amp;c"')}`,
      {},
    ])
    assert.deepEqual(await refused('/api/v1//pods'), [
      403,
      `forbidden: ${cannot('get', nothing(''))}`,
      { name: 'pods' },
    ])
    assert.deepEqual(await refused('/apis/apps/v1//deployments'), [
      403,
      `.apps "deployments" is forbidden: ${cannot('get', nothing('apps'))}`,
      { name: 'deployments', group: 'apps' },
    ])
    assert.deepEqual(await refused('/api/v1/proxy/namespaces/one/pods/web/a/b'), [
      403,
      `pods "web" is forbidden: ${cannot('proxy', 'resource "pods" in API group "" in the namespace "one"')}`,
      { name: 'web', kind: 'pods' },
    ])
  })
})
