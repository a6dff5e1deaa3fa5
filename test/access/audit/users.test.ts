import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { grant, MERGE, RBAC } from '#test/support/servers/access-server.js'
import { EVERYTHING, policy, startAuditedServer } from '#test/support/servers/audited-server.js'
import { startTestServer } from '#testing.js'

const MAPS = '/api/v1/namespaces/one/configmaps'
const MAP = { metadata: { name: 'a' }, data: { key: 'value' } }

describe('the default audit policy', () => {
  it('records all writes and all rejected requests, without bodies', async (t) => {
    const { as, anonymous, only, events, server } = await startAuditedServer(t)
    const admin = as('admin')
    const read = [await admin.get(MAPS), await admin.get('/version'), await admin.get(`${MAPS}/none`)]
    const writes = [
      await admin.post(MAPS, MAP),
      await admin.send('PATCH', `${MAPS}/a`, { data: { key: 'b' } }, MERGE),
      await admin.post(MAPS, MAP),
      await admin.delete(`${MAPS}/a`),
      await admin.delete(MAPS),
    ]
    const refusals = [
      await as('ann').get(MAPS),
      await as('nobody').get(MAPS),
      await anonymous.get(MAPS),
      await anonymous.get('/metrics'),
      await admin.get(MAPS, { origin: 'http://elsewhere.example' }),
    ]
    for (const response of [...writes, ...refusals]) {
      const event = await only(response)
      assert.deepEqual([event.level, event.stage], ['Metadata', 'ResponseComplete'])
      assert.equal(event.responseStatus.code, response.status)
    }
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [403, 401, 403, 403, 403],
    )
    await server.close()
    const ids = new Set(events.map(({ auditID }) => auditID))
    for (const { headers } of read) assert.ok(!ids.has(headers.get('audit-id')))
    assert.equal(events.length, writes.length + refusals.length)
  })
})

describe('the user of an audit event', () => {
  it('is empty when authentication fails', async (t) => {
    const { as, anonymous, only } = await startAuditedServer(t, EVERYTHING, { anonymousAuth: false })
    const wrong = await only(as('wrong-secret').get(MAPS))
    assert.deepEqual(wrong.user, {})
    assert.equal(wrong.verb, 'list')
    assert.deepEqual(wrong.responseStatus, {
      metadata: {},
      status: 'Failure',
      message: 'Authentication failed, attempted: bearer',
      reason: 'Unauthorized',
      code: 401,
    })
    assert.equal(wrong.annotations, undefined)
    assert.ok(!JSON.stringify(wrong).includes('wrong-secret'))
    const none = await only(anonymous.get(MAPS))
    assert.equal(none.responseStatus.message, 'Authentication failed, no credentials provided')
    assert.deepEqual(none.user, {})
  })

  it('is the authenticated user, beside the impersonated one', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const acting = {
      'impersonate-user': 'jane',
      'impersonate-group': 'ops',
      'impersonate-extra-reason': 'a"b',
    }
    const event = await only(as('admin').get(MAPS, acting))
    assert.equal(event.user.username, 'admin')
    assert.deepEqual(event.impersonatedUser, {
      username: 'jane',
      groups: ['ops', 'system:authenticated'],
      extra: { reason: ['a"b'] },
    })
    assert.equal(event.responseStatus.code, 403)
    assert.match(event.responseStatus.message, /User "jane" cannot list/)
    const refused = await only(as('ann').get(MAPS, acting))
    assert.equal(refused.user.username, 'ann')
    assert.equal(refused.impersonatedUser, undefined)
  })

  it('is the authenticated user for the rules of a policy', async (t) => {
    const rules = policy(
      { level: 'None', users: ['admin'] },
      { level: 'Metadata', omitStages: ['RequestReceived'] },
    )
    const { as, only, server, events } = await startAuditedServer(t, rules)
    await as('admin').get(MAPS, { 'impersonate-user': 'jane' })
    assert.equal((await only(as('ann').get(MAPS))).user.username, 'ann')
    await server.close()
    assert.equal(events.length, 1)
  })

  it('comes with the binding that allowed the request', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const { annotations } = await only(as('ann').get('/apis'))
    assert.equal(annotations['authorization.k8s.io/decision'], 'allow')
    assert.match(
      annotations['authorization.k8s.io/reason'],
      /^RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"$/,
    )
  })

  it('comes with the binding for this name, among those that exist now', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const admin = as('admin')
    const rights = (resourceNames: readonly string[]) => [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames },
    ]
    await grant(admin, 'one', 'of-a', rights(['a']), 'ann')
    await grant(admin, 'one', 'of-b', rights(['b']), 'ann')
    const reason = async (name: string) =>
      (await only(as('ann').get(`${MAPS}/${name}`))).annotations['authorization.k8s.io/reason']
    const because = (name: string) =>
      `RBAC: allowed by RoleBinding "${name}/one" of Role "${name}" to User "ann"`
    for (const name of ['a', 'b', 'a', 'a', 'b']) assert.equal(await reason(name), because(`of-${name}`))
    await admin.delete(`${RBAC}/namespaces/one/rolebindings/of-a`)
    assert.equal(await reason('a'), '')
    await grant(admin, 'one', 'of-both', rights(['a', 'b']), 'ann')
    assert.equal(await reason('a'), because('of-both'))
    assert.ok([because('of-b'), because('of-both')].includes(await reason('b')))
  })

  it('comes with the binding for every read, also a repeated one', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const rights = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]
    await grant(as('admin'), 'one', 'readers', rights, 'ann')
    const ann = as('ann')
    for (let time = 0; time < 4; time++) {
      const { annotations } = await only(ann.get(`${MAPS}/a`))
      assert.deepEqual(annotations, {
        'authorization.k8s.io/decision': 'allow',
        'authorization.k8s.io/reason':
          'RBAC: allowed by RoleBinding "readers/one" of Role "readers" to User "ann"',
      })
    }
  })

  it('is system:anonymous on a server without authentication', async (t) => {
    const events: Json[] = []
    const server = await startTestServer({ audit: { log: (event) => void events.push(event) } })
    t.after(() => server.close())
    const response = await new Client(server.url).post(MAPS, MAP)
    assert.ok(response.headers.get('audit-id'))
    await server.close()
    assert.equal(events.length, 1)
    assert.deepEqual(events[0].user, { username: 'system:anonymous', groups: ['system:unauthenticated'] })
    assert.deepEqual(events[0].annotations, {
      'authorization.k8s.io/decision': 'allow',
      'authorization.k8s.io/reason': '',
    })
    assert.equal(events[0].auditID, response.headers.get('audit-id'))
  })
})
