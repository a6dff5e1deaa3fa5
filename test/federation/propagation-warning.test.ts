import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const NAMESPACE = 'namespaces/default'
const PROPAGATE = 'federation.binnacle.dev/propagate'

describe('creating an object that is not propagated', () => {
  it('leads to a warning, once', async (t) => {
    const server = await startTestServer({ federation: true })
    t.after(() => server.close())
    const client = new Client(server.url)
    const warningOf = async (path: string, object: Json, method = 'POST') => {
      const { status, text, headers } = await client.send(method, path, object)
      assert.ok(status === 200 || status === 201, text)
      return headers.get('warning')
    }
    const roles = `${RBAC}/${NAMESPACE}/roles`
    const role = (name: string, metadata: Json = {}) => ({ metadata: { name, ...metadata }, rules: [] })
    assert.match(
      (await warningOf(roles, role('a'))) ?? '',
      /^299 - "role \\"a\\" is not propagated to clusters; .*federation\.binnacle\.dev\/propagate/,
    )
    assert.equal(await warningOf(`${roles}/a`, role('a', { labels: { a: 'b' } }), 'PUT'), null)
    const said = { annotations: { [PROPAGATE]: 'true' } }
    assert.equal(await warningOf(roles, role('b', said)), null)
    assert.equal(await warningOf(roles, role('c', { annotations: { [PROPAGATE]: 'false' } })), null)
    const unclear = role('f', { annotations: { [PROPAGATE]: 'yes' } })
    assert.match((await warningOf(roles, unclear)) ?? '', /is not propagated/)
    assert.equal(
      await warningOf(`${RBAC}/namespaces/kube-system/roles`, role('d')),
      null,
      'of a namespace that stays on the host',
    )
    assert.equal(await warningOf(`${RBAC}/clusterroles`, role('e')), null, 'in no namespace')
    assert.equal(await warningOf(`/api/v1/${NAMESPACE}/configmaps`, { metadata: { name: 'a' } }), null)
    const event = { metadata: { name: 'a' }, involvedObject: { namespace: 'default' } }
    assert.equal(await warningOf(`/api/v1/${NAMESPACE}/events`, event), null)
    const lease = `/apis/coordination.k8s.io/v1/${NAMESPACE}/leases`
    assert.equal(await warningOf(lease, { metadata: { name: 'a' } }), null)
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u', controller: true }]
    const pod = (metadata: Json) => ({
      metadata,
      spec: { containers: [{ name: 'c', image: 'i' }] },
    })
    const pods = `/api/v1/${NAMESPACE}/pods`
    assert.equal(await warningOf(pods, pod({ name: 'owned', ownerReferences })), null)
    assert.match((await warningOf(pods, pod({ name: 'bare' }))) ?? '', /pod \\"bare\\" is not propagated/)
  })

  it('is quiet without a federation', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const { headers } = await new Client(server.url).post(`${RBAC}/${NAMESPACE}/roles`, {
      metadata: { name: 'a' },
      rules: [],
    })
    assert.equal(headers.get('warning'), null)
  })
})
