import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LEVELS, STAGES } from '#access/audit/event/audit-event.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { CompiledPolicy } from './compiled-policy.js'
import type { GroupResources, Policy, PolicyRule } from './policy.js'

/** What a policy says about a request, found by reading one rule after the other as it is written. */
function expected(policy: Policy, asked: RequestAttributes): string {
  const rule = policy.rules?.find((candidate) => matches(candidate, asked))
  return rule?.level ?? 'None'
}

const has = (texts: readonly string[] | undefined, text: string) => (texts ?? []).indexOf(text) >= 0
const isGiven = (texts: readonly unknown[] | undefined) => (texts ?? []).length > 0

function matches(rule: PolicyRule, { user, verb, path, resource }: RequestAttributes): boolean {
  if (isGiven(rule.users) && !has(rule.users, user.name)) return false
  if (isGiven(rule.userGroups) && !user.groups.some((group) => has(rule.userGroups, group))) return false
  if (isGiven(rule.verbs) && !has(rule.verbs, verb)) return false
  if (isGiven(rule.namespaces) || isGiven(rule.resources)) {
    if (resource === undefined) return false
    if (isGiven(rule.namespaces) && !has(rule.namespaces, resource.namespace ?? '')) return false
    if (!isGiven(rule.resources)) return true
    return (rule.resources ?? []).some((entry) => covers(entry, resource))
  }
  if (!isGiven(rule.nonResourceURLs)) return true
  if (resource !== undefined) return false
  return (rule.nonResourceURLs ?? []).some((pattern) =>
    pattern.endsWith('*') ? path.indexOf(pattern.slice(0, -1)) === 0 : path === pattern,
  )
}

function covers(
  { group = '', resources = [], resourceNames = [] }: GroupResources,
  resource: NonNullable<RequestAttributes['resource']>,
): boolean {
  if (group !== resource.group) return false
  if (resources.length === 0) return true
  if (resourceNames.length > 0 && !has(resourceNames, resource.name ?? '')) return false
  return resources.some((pattern) => {
    const [first, second] = pattern.split('/')
    if (pattern === '*') return true
    if (second === undefined) return first === resource.plural && !resource.subresource
    if (second === '*') return first === resource.plural
    return second === resource.subresource && (first === '*' || first === resource.plural)
  })
}

const USERS = ['ann', 'ben', 'system:anonymous']
const GROUPS = ['dev', 'ops', 'system:authenticated']
const VERBS = ['get', 'list', 'create', 'patch', 'head']
const API_GROUPS = ['', 'apps', 'batch']
const PLURALS = ['pods', 'services', 'deployments']
const SUBRESOURCES = ['status', 'scale', 'log']
const NAMES = ['a', 'b']
const NAMESPACES = ['one', 'two', '']
const PATHS = ['/healthz', '/healthz/ping', '/api', '/', '/metrics']

class Choices extends Random {
  some<T>(all: readonly T[], chance = 0.35): T[] | undefined {
    return this.chance(chance) ? all.filter(() => this.chance(0.5)) : undefined
  }

  rule(): PolicyRule {
    const isOfPaths = this.chance(0.2)
    const rule: Record<string, unknown> = {
      level: this.pick(LEVELS),
      users: this.some(USERS),
      userGroups: this.some(GROUPS),
      verbs: this.some(VERBS),
      omitStages: this.some(STAGES),
    }
    if (isOfPaths) rule.nonResourceURLs = this.some(['/healthz*', '/api', '*', '/', '/h*'], 0.9)
    else {
      rule.namespaces = this.some(NAMESPACES)
      rule.resources = this.chance(0.6) ? [this.entry(), this.entry()].slice(this.below(2)) : undefined
    }
    return rule as unknown as PolicyRule
  }

  entry(): GroupResources {
    const patterns = [
      '*',
      'pods',
      'pods/*',
      '*/status',
      'pods/log',
      'deployments/scale',
      'services',
      '*/scale',
    ]
    const resources = this.some(patterns, 0.8) ?? []
    return {
      group: this.pick(API_GROUPS),
      resources,
      ...(resources.length > 0 && this.chance(0.3) && { resourceNames: this.some(NAMES, 1) ?? [] }),
    }
  }

  request(): RequestAttributes {
    return {
      user: { name: this.pick(USERS), groups: this.some(GROUPS, 0.9) ?? [], extra: {} },
      verb: this.pick(VERBS),
      path: this.pick(PATHS),
      resource: this.chance(0.2)
        ? undefined
        : {
            group: this.pick(API_GROUPS),
            version: 'v1',
            plural: this.pick(PLURALS),
            subresource: this.chance(0.4) ? this.pick(SUBRESOURCES) : undefined,
            namespace: this.pick([undefined, 'one', 'two']),
            name: this.pick([undefined, 'a', 'b', 'c']),
          },
    }
  }
}

describe('an audit policy, compiled', () => {
  it('decides like its rules evaluated one by one', () => {
    const seed = testSeed()
    const random = new Choices(seed)
    const tally = new Map<string, number>()
    for (let round = 0; round < sized(2_000, 300); round++) {
      const policy: Policy = { rules: Array.from({ length: 1 + random.below(6) }, () => random.rule()) }
      const compiled = new CompiledPolicy(policy)
      const users = [random.request().user, random.request().user]
      for (let count = 0; count < 50; count++) {
        const asked = { ...random.request(), user: random.pick(users) }
        const { level } = compiled.evaluate(asked)
        assert.equal(
          level,
          expected(policy, asked),
          `seed ${seed}: ${JSON.stringify(asked)} by ${JSON.stringify(policy)}`,
        )
        tally.set(level, (tally.get(level) ?? 0) + 1)
      }
    }
    for (const level of LEVELS) assert.ok((tally.get(level) ?? 0) > 100, JSON.stringify([...tally]))
  })
})
