import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { User } from '#meta/user.js'
import {
  GROUPS,
  NAMES,
  NAMESPACES,
  RESOURCES,
  randomBinding,
  randomRole,
  USERS,
  VERBS,
} from '#test/access/rbac/random-policy.js'
import { type ModelBinding, type ModelRole, RbacModel } from '#test/access/rbac/rbac-model.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { RbacAuthorizer } from './authorizer.js'
import { PolicyIndex } from './policy-index.js'

const PATHS = ['/metrics', '/logs', '/logs/x', '/healthz', '/a/x/b']

/** An index and a model with the same input. */
class Pair {
  readonly model = new RbacModel()
  readonly index = new PolicyIndex()

  setRole(role: ModelRole): void {
    this.removeRole(role)
    this.model.roles.push(role)
    const rules = role.rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => ({
      verbs: [...verbs],
      apiGroups: apiGroups && [...apiGroups],
      resources: resources && [...resources],
      resourceNames: resourceNames && [...resourceNames],
      nonResourceURLs: nonResourceURLs && [...nonResourceURLs],
    }))
    this.index.setRole(role.namespace, role.name, rules)
  }

  removeRole({ kind, namespace, name }: ModelRole): void {
    const at = this.model.roles.findIndex(
      (role) => role.kind === kind && role.namespace === namespace && role.name === name,
    )
    if (at >= 0) this.model.roles.splice(at, 1)
    this.index.setRole(namespace, name, undefined)
  }

  setBinding(binding: ModelBinding): void {
    this.removeBinding(binding)
    this.model.bindings.push(binding)
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', ...binding.role }
    const subjects = binding.subjects.map((subject) => ({ ...subject }))
    this.index.setBinding({ name: binding.name, namespace: binding.namespace, roleRef, subjects })
  }

  removeBinding({ namespace, name }: ModelBinding): void {
    const at = this.model.bindings.findIndex(
      (binding) => binding.namespace === namespace && binding.name === name,
    )
    if (at >= 0) this.model.bindings.splice(at, 1)
    this.index.removeBinding(namespace, name)
  }
}

const userOf = ({ name, groups }: (typeof USERS)[number]): User => ({ name, groups, extra: {} })

function randomQuestion(random: Random): {
  attributes: RequestAttributes
  expected: (model: RbacModel) => boolean
} {
  const user = random.pick(USERS)
  if (random.chance(0.2)) {
    const verb = random.pick(['get', 'post'])
    const path = random.pick(PATHS)
    return {
      attributes: { user: userOf(user), verb, path, resource: undefined },
      expected: (model) => model.allowsPath(user, verb, path),
    }
  }
  const [resource = '', subresource] = random.pick([...RESOURCES, 'namespaces', 'nodes']).split('/')
  const verb = random.pick([...VERBS, '*', 'escalate'])
  const group = random.pick(GROUPS)
  const namespace = random.chance(0.3) ? undefined : random.pick(NAMESPACES)
  const name = random.chance(0.3) ? undefined : random.pick(NAMES)
  const rest = { ...(subresource && { subresource }), ...(namespace && { namespace }), ...(name && { name }) }
  return {
    attributes: {
      user: userOf(user),
      verb,
      path: '',
      resource: { group, version: 'v1', plural: resource, subresource, namespace, name },
    },
    expected: (model) => model.allows(user, { verb, group, resource, ...rest }),
  }
}

describe('the index of roles and bindings', () => {
  it('decides like a naive model, after any changes', () => {
    const seed = testSeed()
    const random = new Random(seed)
    const pair = new Pair()
    const authorizer = new RbacAuthorizer(pair.index)
    let allowed = 0
    const rounds = sized(3_000, 500)
    for (let round = 0; round < rounds; round++) {
      const change = random.next()
      if (change < 0.3) pair.setRole(randomRole(random))
      else if (change < 0.4) pair.removeRole(randomRole(random))
      else if (change < 0.8) pair.setBinding(randomBinding(random))
      else pair.removeBinding(randomBinding(random))
      for (let count = 0; count < 30; count++) {
        const { attributes, expected } = randomQuestion(random)
        const wanted = expected(pair.model)
        if (wanted) allowed++
        const what = `seed ${seed}, round ${round}: ${JSON.stringify(attributes)}`
        assert.equal(authorizer.allows(attributes), wanted, what)
        assert.equal(authorizer.decide(attributes).allowed, wanted, `with a reason: ${what}`)
      }
    }
    assert.ok(allowed > rounds, `only ${allowed} of the questions were answered with yes (seed ${seed})`)
  })

  it('forgets all that was taken out', () => {
    const pair = new Pair()
    const binding = { namespace: 'one', name: 'x', role: { kind: 'Role', name: 'r' }, subjects: [] } as const
    pair.setRole({ kind: 'Role', namespace: 'one', name: 'r', rules: [] })
    pair.setBinding({ ...binding, subjects: [{ kind: 'User', name: 'ann' }] })
    const { generation } = pair.index
    pair.removeBinding(binding)
    assert.ok(pair.index.generation > generation)
    assert.deepEqual([...pair.index.bindingsOf(userOf(USERS[0] as (typeof USERS)[number]), 'one')], [])
  })
})
