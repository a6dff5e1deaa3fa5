import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  created,
  grant,
  MERGE,
  RBAC,
  startAccessServer,
  TOKENS,
  type UserClient,
} from '#test/support/servers/access-server.js'

const CONFIG_MAPS = '/api/v1/namespaces/one/configmaps'
const READ = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }]
const BINDING = `${RBAC}/namespaces/one/rolebindings/reader`
const ROLE = `${RBAC}/namespaces/one/roles/reader`

/** Reads a watch until it ends. */
async function endOf(watch: Response): Promise<string> {
  assert.equal(watch.status, 200)
  return watch.text()
}

describe('a permission', () => {
  const statusOf = async (client: UserClient) => (await client.get(CONFIG_MAPS)).status

  it('takes effect with the next request, and so does its removal', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    assert.equal(await statusOf(ann), 403)
    await grant(admin, 'one', 'reader', READ, 'ann')
    for (let round = 0; round < 5; round++) {
      assert.equal(await statusOf(ann), 200)
      await admin.send('PATCH', BINDING, { subjects: [] }, MERGE)
      assert.equal(await statusOf(ann), 403)
      await admin.send('PATCH', BINDING, { subjects: [{ kind: 'User', name: 'ann' }] }, MERGE)
      assert.equal(await statusOf(ann), 200)
      await admin.send('PATCH', ROLE, { rules: null }, MERGE)
      assert.equal(await statusOf(ann), 403)
      await admin.send('PATCH', ROLE, { rules: READ }, MERGE)
    }
    await admin.delete(BINDING)
    assert.equal(await statusOf(ann), 403)
  })

  it('to create is needed for an update that creates', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    const update = [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update', 'get'] }]
    await grant(admin, 'one', 'leases', update, 'ann')
    const path = '/apis/coordination.k8s.io/v1/namespaces/one/leases/new'
    const refused = await ann.put(path, { metadata: { name: 'new' } })
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /User "ann" cannot create resource "leases"/)
    await admin.send(
      'PATCH',
      `${RBAC}/namespaces/one/roles/leases`,
      [{ op: 'add', path: '/rules/0/verbs/-', value: 'create' }],
      { 'content-type': 'application/json-patch+json' },
    )
    assert.equal((await ann.put(path, { metadata: { name: 'new' } })).status, 201)
  })
})

describe('a permission on one name', () => {
  it('allows lists of that name, if their options are valid', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grant(admin, 'one', 'reader', [{ ...READ[0], verbs: ['list'], resourceNames: ['a'] }], 'ann')
    const statusOf = async (query: string) => (await ann.get(`${CONFIG_MAPS}?${query}`)).status
    const named = 'fieldSelector=metadata.name%3Da'
    assert.equal(await statusOf(named), 200)
    assert.equal(await statusOf(`${named}&limit=5&labelSelector=x`), 200)
    assert.equal(await statusOf(`${named}&resourceVersion=x`), 400)
    assert.equal(await statusOf(`${named},spec.unknown%3Db`), 400)
    for (const broken of ['limit=x', 'limit=', 'timeoutSeconds=1.5', 'labelSelector=a,,']) {
      assert.equal(await statusOf(`${named}&${broken}`), 403, broken)
    }
    assert.equal(await statusOf('fieldSelector=metadata.name!%3Da'), 403)
    assert.equal(await statusOf(`${named},x`), 403)
  })
})

describe('a namespace', () => {
  it('is created on demand only for users who may create namespaces', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    const everywhere = {
      roleRef: { kind: 'ClusterRole', name: 'edit' },
      subjects: [{ kind: 'User', name: 'ann' }],
    }
    await created(admin.post(`${RBAC}/clusterrolebindings`, { metadata: { name: 'ann' }, ...everywhere }))
    const create = (client: UserClient) =>
      client.post('/api/v1/namespaces/new/configmaps', { metadata: { generateName: 'x-' } })
    const refused = await create(as('ann'))
    assert.deepEqual([refused.status, refused.body.message], [404, 'namespaces "new" not found'])
    assert.equal((await create(admin)).status, 201)
    assert.equal((await create(as('ann'))).status, 201)
  })
})

describe('a watch', () => {
  async function watching(t: TestContext) {
    const started = await startAccessServer(t, {}, `${TOKENS}cat,cat,4\n`)
    const admin = started.as('admin')
    await grant(admin, 'one', 'reader', READ, 'ann', 'ben')
    return { ...started, admin, watch: await started.as('ann').open(`${CONFIG_MAPS}?watch=true`) }
  }

  it('ends when its user loses the permission, and those of others continue', async (t) => {
    const { admin, as, watch } = await watching(t)
    const other = await as('ben').open(`${CONFIG_MAPS}?watch=true`)
    const events = other.body?.pipeThrough(new TextDecoderStream()).getReader()
    await admin.send('PATCH', BINDING, { subjects: [{ kind: 'User', name: 'ben' }] }, MERGE)
    await endOf(watch)
    await created(admin.post(CONFIG_MAPS, { metadata: { name: 'late' } }))
    let seen = ''
    while (!seen.includes('"late"'))
      seen += (await events?.read())?.value ?? assert.fail('the watch has ended')
    await events?.cancel()
  })

  it('ends when the role is deleted', async (t) => {
    const { admin, watch } = await watching(t)
    await admin.delete(ROLE)
    await endOf(watch)
  })

  it('with impersonation ends when any impersonation permission is lost', async (t) => {
    const { admin, as } = await watching(t)
    const impersonators = (...resources: string[]) => [
      { apiGroups: ['', 'authentication.k8s.io'], resources, verbs: ['impersonate'] },
    ]
    const name = 'impersonators'
    await created(
      admin.post(`${RBAC}/clusterroles`, { metadata: { name }, rules: impersonators('users', 'groups') }),
    )
    await created(
      admin.post(`${RBAC}/clusterrolebindings`, {
        metadata: { name },
        roleRef: { kind: 'ClusterRole', name },
        subjects: [{ kind: 'User', name: 'cat' }],
      }),
    )
    const cat = as('cat')
    const other = await cat.open(`${CONFIG_MAPS}?watch=true`, { 'impersonate-user': 'ann' })
    const grouped = await cat.open(`${CONFIG_MAPS}?watch=true`, {
      'impersonate-user': 'ann',
      'impersonate-group': 'dev',
    })
    const patch = (...resources: string[]) =>
      admin.send('PATCH', `${RBAC}/clusterroles/${name}`, { rules: impersonators(...resources) }, MERGE)
    await patch('users')
    await endOf(grouped)
    await patch('groups')
    await endOf(other)
  })

  it('ends when its token is removed from the file', async (t) => {
    const { setTokens, as, watch } = await watching(t)
    await setTokens('admin,admin,1,system:masters\n')
    await endOf(watch)
    assert.equal((await as('ann').get(CONFIG_MAPS)).status, 401)
  })
})

describe('privilege escalation', () => {
  const EVERYTHING = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
  const roles = (verbs: readonly string[], resources = ['roles', 'rolebindings']) => ({
    apiGroups: ['rbac.authorization.k8s.io'],
    resources,
    verbs,
  })
  const WRITE = roles(['get', 'create', 'update', 'patch'])
  const place = `${RBAC}/namespaces/one`
  const bind = (name: string, kind: string) => ({
    metadata: { name: `bind-${name}` },
    roleRef: { kind, name },
    subjects: [{ kind: 'User', name: 'ann' }],
  })

  it('is prevented, unless the user may escalate or bind, or has the verb *', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann, ben] = [as('admin'), as('ann'), as('ben')]
    await grant(admin, 'one', 'writers', [WRITE], 'ann')
    await grant(admin, 'one', 'masters', [roles(['*'])], 'ben')
    const role = { metadata: { name: 'all' }, rules: [EVERYTHING] }
    const refused = await ann.post(`${place}/roles`, role)
    assert.equal(refused.status, 403)
    assert.match(
      refused.body.message,
      /^roles\.rbac\.authorization\.k8s\.io "all" is forbidden: user "ann" \(groups=\["dev" "system:authenticated"\]\) is attempting to grant RBAC permissions not currently held:\n\{APIGroups:\["\*"\], Resources:\["\*"\], Verbs:\["\*"\]\}$/,
    )
    assert.equal((await ben.post(`${place}/roles`, role)).status, 201)
    assert.equal((await ann.post(`${place}/rolebindings`, bind('all', 'Role'))).status, 403)
    assert.equal((await ben.post(`${place}/rolebindings`, bind('all', 'Role'))).status, 201)
    assert.equal((await ann.post(`${place}/rolebindings`, bind('edit', 'ClusterRole'))).status, 201)
  })

  it('is prevented where a policy adds the rules, even in its second round', async (t) => {
    const runtimeConfig = { 'admissionregistration.k8s.io/v1beta1': true }
    const { as } = await startAccessServer(t, { runtimeConfig })
    const [admin, ann] = [as('admin'), as('ann')]
    await grant(admin, 'one', 'writers', [WRITE], 'ann')
    const group = '/apis/admissionregistration.k8s.io/v1beta1'
    const everything = 'value: [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]'
    const expression = `object.metadata.?annotations["seen"].hasValue()
      ? [JSONPatch{op: "add", path: "/rules", ${everything}}]
      : [JSONPatch{op: "add", path: "/metadata/annotations", value: {"seen": "y"}}]`
    const rule = {
      apiGroups: ['rbac.authorization.k8s.io'],
      apiVersions: ['v1'],
      operations: ['CREATE'],
      resources: ['roles'],
    }
    const spec = {
      matchConstraints: { resourceRules: [rule] },
      reinvocationPolicy: 'IfNeeded',
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
    }
    await created(admin.post(`${group}/mutatingadmissionpolicies`, { metadata: { name: 'p' }, spec }))
    await created(
      admin.post(`${group}/mutatingadmissionpolicybindings`, {
        metadata: { name: 'p' },
        spec: { policyName: 'p' },
      }),
    )
    const role = (name: string) => ({ metadata: { name }, rules: [] })
    const refused = await ann.post(`${place}/roles`, role('a'))
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.body.message, /attempting to grant RBAC permissions not currently held/)
    const { status, body } = await admin.post(`${place}/roles`, role('b'))
    assert.equal(status, 201)
    assert.deepEqual(body.rules, [EVERYTHING])
  })

  it('is rejected with all missing rules, by resource and in order', async (t) => {
    const { as } = await startAccessServer(t)
    await grant(
      as('admin'),
      'one',
      'writers',
      [WRITE, { apiGroups: [''], resources: ['*/status'], verbs: ['get'] }],
      'ann',
    )
    const rule = { apiGroups: ['', 'apps'], resources: ['pods', 'pods/status'], verbs: ['get', 'list'] }
    const response = await as('ann').post(`${place}/roles`, {
      metadata: { name: 'r' },
      rules: [
        { ...rule, resourceNames: ['a', 'b'] },
        { ...rule, apiGroups: [''] },
      ],
    })
    assert.deepEqual(response.body.message.split('\n').slice(1), [
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "list"]}',
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get" "list"]}',
      '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
      '{APIGroups:[""], Resources:["pods/status"], ResourceNames:["a"], Verbs:["list"]}',
      '{APIGroups:[""], Resources:["pods/status"], ResourceNames:["b"], Verbs:["list"]}',
      '{APIGroups:[""], Resources:["pods/status"], Verbs:["list"]}',
      '{APIGroups:["apps"], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "list"]}',
      '{APIGroups:["apps"], Resources:["pods"], ResourceNames:["b"], Verbs:["get" "list"]}',
      '{APIGroups:["apps"], Resources:["pods/status"], ResourceNames:["a"], Verbs:["get" "list"]}',
      '{APIGroups:["apps"], Resources:["pods/status"], ResourceNames:["b"], Verbs:["get" "list"]}',
    ])
  })

  it('is rejected with the names of missing roles, and without an object name on create', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grant(admin, 'one', 'writers', [WRITE], 'ann')
    await created(admin.post(`${place}/rolebindings`, bind('gone', 'Role')))
    await created(admin.post(`${place}/rolebindings`, bind('lost', 'Role')))
    const { status, body } = await ann.post(`${place}/roles`, {
      metadata: { generateName: 'all-' },
      rules: [EVERYTHING],
    })
    assert.equal(status, 403)
    assert.match(body.message, /^roles\.rbac\.authorization\.k8s\.io is forbidden: user "ann"/)
    assert.match(
      body.message,
      /; resolution errors: \[\[role\.rbac\.authorization\.k8s\.io "gone" not found, role\.rbac\.authorization\.k8s\.io "lost" not found\]\]$/,
    )
    assert.equal(body.details.name, undefined)
    for (let index = 0; index < 20; index++)
      await created(admin.post(`${place}/rolebindings`, bind(`${index}-`.padEnd(500, 'x'), 'Role')))
    const denied = await ann.get(`${place}/rolebindings`)
    assert.equal(denied.status, 403)
    assert.ok(denied.body.message.length < 5000, `a message of ${denied.body.message.length} characters`)
  })

  it('is checked before the resource version, but after the uid', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grant(admin, 'one', 'writers', [WRITE], 'ann')
    const path = `${place}/roles/small`
    const small = { metadata: { name: 'small' }, rules: [] as object[] }
    const old = (await created(admin.post(`${place}/roles`, small))).metadata.resourceVersion
    await admin.send('PATCH', path, { metadata: { labels: { a: 'b' } } }, MERGE)
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const statuses = async (rules: object[]) => {
      const metadata = { name: 'small', resourceVersion: old }
      const applied = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules }
      return [
        (await ann.put(path, { metadata, rules })).status,
        (await ann.send('PATCH', path, { metadata, rules }, MERGE)).status,
        (await ann.send('PATCH', `${path}?fieldManager=ann&force=true`, applied, apply)).status,
      ]
    }
    assert.deepEqual(await statuses([EVERYTHING]), [403, 403, 403])
    assert.deepEqual(await statuses([]), [409, 409, 409])
    const other = { metadata: { name: 'small', uid: 'another', resourceVersion: old }, rules: [EVERYTHING] }
    assert.equal((await ann.put(path, other)).status, 409)
  })

  it('is checked only in namespaces that exist', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'writers' }, rules: [WRITE] }))
    await created(admin.post(`${RBAC}/clusterrolebindings`, bind('writers', 'ClusterRole')))
    const role = { metadata: { name: 'all' }, rules: [EVERYTHING] }
    const { status, body } = await as('ann').post(`${RBAC}/namespaces/none/roles`, role)
    assert.deepEqual([status, body.message], [404, 'namespaces "none" not found'])
  })

  it('is prevented for aggregated cluster roles; an empty aggregation rule is invalid', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    const rules = [roles(['create'], ['clusterroles'])]
    await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'writers' }, rules }))
    await created(admin.post(`${RBAC}/clusterrolebindings`, bind('writers', 'ClusterRole')))
    const sent = async (aggregationRule: object) =>
      (await as('ann').post(`${RBAC}/clusterroles`, { metadata: { name: 'x' }, aggregationRule })).status
    assert.equal(await sent({ clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }), 403)
    assert.equal(await sent({ clusterRoleSelectors: [] }), 422)
    assert.equal(await sent({}), 422)
  })
})
