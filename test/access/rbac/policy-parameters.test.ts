import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '#test/support/client.js'
import {
  created,
  MERGE,
  RBAC,
  type RuleLike,
  startAccessServer,
  type UserClient,
} from '#test/support/servers/access-server.js'

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1'
const POLICIES = `${REGISTRATION}/validatingadmissionpolicies`
const BINDINGS = `${REGISTRATION}/validatingadmissionpolicybindings`

const WRITE_POLICIES: RuleLike = {
  apiGroups: ['admissionregistration.k8s.io'],
  resources: ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  verbs: ['*'],
}
const secrets = (...verbs: string[]): RuleLike => ({ apiGroups: [''], resources: ['secrets'], verbs })

async function grantEverywhere(admin: UserClient, name: string, rules: readonly RuleLike[]): Promise<void> {
  await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name }, rules }))
  const subjects = [{ kind: 'User', name: 'ann' }]
  await created(
    admin.post(`${RBAC}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { kind: 'ClusterRole', name },
      subjects,
    }),
  )
}

async function grantIn(admin: UserClient, namespace: string, name: string, rule: RuleLike): Promise<void> {
  const place = `${RBAC}/namespaces/${namespace}`
  await created(admin.post(`${place}/roles`, { metadata: { name }, rules: [rule] }))
  const subjects = [{ kind: 'User', name: 'ann' }]
  await created(
    admin.post(`${place}/rolebindings`, { metadata: { name }, roleRef: { kind: 'Role', name }, subjects }),
  )
}

const policy = (name: string, paramKind: Json | null = { apiVersion: 'v1', kind: 'Secret' }): Json => ({
  metadata: { name },
  spec: {
    paramKind: paramKind ?? undefined,
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    validations: [
      { expression: 'false', messageExpression: paramKind ? 'string(params.data.password)' : undefined },
    ],
  },
})

const binding = (name: string, policyName: string, paramRef: Json | undefined): Json => ({
  metadata: { name },
  spec: {
    policyName,
    validationActions: ['Deny'],
    paramRef: paramRef && { parameterNotFoundAction: 'Allow', ...paramRef },
  },
})

const DUMP = '&{ann 2 [dev system:authenticated] map[]}'

describe('the author of a policy', () => {
  it('needs permission to get all objects of its parameter kind', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'policies', [WRITE_POLICIES])
    await grantIn(admin, 'one', 'secrets', secrets('get', 'list'))
    const refused = await ann.post(POLICIES, policy('reader'))
    assert.equal(refused.status, 422)
    const cause = `user ${DUMP} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`
    assert.equal(
      refused.body.message,
      `ValidatingAdmissionPolicy.admissionregistration.k8s.io "reader" is invalid: spec.paramKind: Forbidden: ${cause}`,
    )
    assert.deepEqual(refused.body.details.causes, [
      { reason: 'FieldValueForbidden', message: `Forbidden: ${cause}`, field: 'spec.paramKind' },
    ])
    assert.equal((await ann.post(POLICIES, policy('plain', null))).status, 201)
    const patch = { spec: { paramKind: { apiVersion: 'v1', kind: 'Secret' } } }
    assert.equal((await ann.send('PATCH', `${POLICIES}/plain`, patch, MERGE)).status, 422)
    // A permission on one name does not apply to all.
    await grantEverywhere(admin, 'one-name', [{ ...secrets('get'), resourceNames: ['a'] }])
    assert.equal((await ann.post(POLICIES, policy('reader'))).status, 422)
    await grantEverywhere(admin, 'every-name', [secrets('get')])
    await created(ann.post(POLICIES, policy('reader')))
    assert.equal((await ann.send('PATCH', `${POLICIES}/plain`, patch, MERGE)).status, 200)
  })

  it('may keep the parameter kind of others, and needs permission on all kinds of a group for an unknown one', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'policies', [WRITE_POLICIES])
    await created(admin.post(POLICIES, policy('reader')))
    const labelled = { metadata: { labels: { a: 'b' } } }
    assert.equal((await ann.send('PATCH', `${POLICIES}/reader`, labelled, MERGE)).status, 200)
    const unknown = { apiVersion: 'example.com/v1', kind: 'Unknown' }
    await grantEverywhere(admin, 'some', [
      { apiGroups: ['example.com'], resources: ['unknowns'], verbs: ['get'] },
    ])
    assert.equal((await ann.post(POLICIES, policy('unknown', unknown))).status, 422)
    await grantEverywhere(admin, 'all', [{ apiGroups: ['example.com'], resources: ['*'], verbs: ['get'] }])
    assert.equal((await ann.post(POLICIES, policy('unknown', unknown))).status, 201)
  })
})

describe('the author of a policy binding', () => {
  it('needs permission to get the named parameter, or to list the selected ones', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'policies', [WRITE_POLICIES])
    await grantIn(admin, 'one', 'secrets', { ...secrets('get'), resourceNames: ['a'] })
    await created(admin.post(POLICIES, policy('reader')))
    const refused = async (paramRef: Json, verb: string) => {
      const { status, body } = await ann.post(BINDINGS, binding('bound', 'reader', paramRef))
      assert.equal(status, 422, JSON.stringify(paramRef))
      assert.equal(
        body.message,
        'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io "bound" is invalid: spec.paramRef: Forbidden: ' +
          `user ${DUMP} does not have "${verb}" permission on the object referenced by paramRef`,
      )
    }
    await refused({ name: 'a', namespace: 'two' }, 'get')
    await refused({ name: 'b', namespace: 'one' }, 'get')
    await refused({ name: 'a' }, 'get')
    await refused({ selector: {}, namespace: 'one' }, 'list')
    await created(ann.post(BINDINGS, binding('bound', 'reader', { name: 'a', namespace: 'one' })))
    await created(ann.post(BINDINGS, binding('unbound', 'reader', undefined)))
    const patch = { spec: { paramRef: { namespace: 'two' } } }
    assert.equal((await ann.send('PATCH', `${BINDINGS}/bound`, patch, MERGE)).status, 422)
    const applied = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
    }
    const apply = await ann.send(
      'PATCH',
      `${BINDINGS}/applied?fieldManager=ann`,
      { ...applied, ...binding('applied', 'reader', { name: 'a', namespace: 'two' }) },
      { 'content-type': 'application/apply-patch+yaml' },
    )
    assert.equal(apply.status, 422)
  })

  it('needs permission on everything if the policy or its parameter kind does not exist', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'policies', [WRITE_POLICIES, secrets('*')])
    await created(admin.post(POLICIES, policy('unknown', { apiVersion: 'example.com/v1', kind: 'Unknown' })))
    const messageFor = async (policyName: string) =>
      (await ann.post(BINDINGS, binding('bound', policyName, { name: 'a', namespace: 'one' }))).body.message
    const all = `to determine minimum required permissions and user ${DUMP} does not have "get" permission for all groups, versions and resources`
    assert.ok((await messageFor('missing')).endsWith(`Forbidden: unable to get policy missing ${all}`))
    assert.ok(
      (await messageFor('unknown')).endsWith(
        `Forbidden: unable to resolve paramKind &{example.com/v1 Unknown} ${all}`,
      ),
    )
  })
})

describe('the author of a mutating policy and its binding', () => {
  it('needs the same permissions', async (t) => {
    const runtimeConfig = { 'admissionregistration.k8s.io/v1beta1': true }
    const { as } = await startAccessServer(t, { runtimeConfig })
    const [admin, ann] = [as('admin'), as('ann')]
    const resources = ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings']
    await grantEverywhere(admin, 'policies', [{ ...WRITE_POLICIES, resources }])
    const beta = '/apis/admissionregistration.k8s.io/v1beta1'
    const { metadata, spec } = policy('reader')
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }]
    const mutating = {
      metadata,
      spec: { ...spec, validations: undefined, mutations, reinvocationPolicy: 'Never' },
    }
    const refused = await ann.post(`${beta}/mutatingadmissionpolicies`, mutating)
    assert.equal(refused.status, 422)
    assert.match(
      refused.body.message,
      /^MutatingAdmissionPolicy.* spec.paramKind: Forbidden: user .* must have "get"/,
    )
    await created(admin.post(`${beta}/mutatingadmissionpolicies`, mutating))
    const bound = binding('bound', 'reader', { name: 'a', namespace: 'one' })
    const unbound = await ann.post(`${beta}/mutatingadmissionpolicybindings`, bound)
    assert.match(unbound.body.message, /^MutatingAdmissionPolicyBinding.* spec.paramRef: Forbidden: user /)
    await grantIn(admin, 'one', 'secrets', secrets('get'))
    await created(ann.post(`${beta}/mutatingadmissionpolicybindings`, bound))
  })
})
