import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { randomRule } from '#test/access/rbac/random-policy.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { missingRules } from './covers.js'
import { describeRule } from './missing-rules.js'

const numbered = (text: string, count: number) => Array.from({ length: count }, (_, index) => text + index)

interface Single {
  readonly verb: string
  readonly path?: string
  readonly group?: string
  readonly resource?: string
  readonly name?: string | undefined
}

/** The single permissions of a rule. */
function* singles(rule: PolicyRule): Generator<Single> {
  const { verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs = [] } = rule
  for (const verb of verbs ?? []) {
    for (const path of nonResourceURLs) yield { verb, path }
    for (const group of apiGroups)
      for (const resource of resources)
        for (const name of resourceNames ?? [undefined]) yield { verb, group, resource, name }
  }
}

const means = (patterns: readonly string[] | null | undefined, text: string) =>
  patterns?.includes('*') || patterns?.includes(text) || false

function covers(rule: PolicyRule, { verb, path, group = '', resource = '', name }: Single): boolean {
  if (!means(rule.verbs, verb)) return false
  if (path !== undefined) {
    const reaches = (url: string) => url.endsWith('*') && path.startsWith(url.slice(0, -1))
    return rule.nonResourceURLs?.some((url) => url === path || reaches(url)) ?? false
  }
  const [, subresourceName] = resource.split('/')
  return (
    means(rule.apiGroups, group) &&
    (means(rule.resources, resource) ||
      (subresourceName !== undefined && means(rule.resources, `*/${subresourceName}`))) &&
    (!rule.resourceNames?.length || (name !== undefined && rule.resourceNames.includes(name)))
  )
}

const sortedUnique = (rights: Iterable<Single>) =>
  [...new Set([...rights].map((right) => JSON.stringify(right)))].sort()

describe('the missing rules', () => {
  it('are the permissions that no held rule covers, as in a naive comparison', () => {
    const random = new Random(testSeed())
    const rules = () =>
      Array.from({ length: 1 + random.below(5) }, () => randomRule(random, false) as PolicyRule)
    for (let round = 0; round < sized(3000, 300); round++) {
      const [held, wanted] = [rules(), rules()]
      const missing = missingRules(held, wanted)
      const expected = wanted
        .flatMap((rule) => [...singles(rule)])
        .filter((right) => !held.some((rule) => covers(rule, right)))
      assert.deepEqual(sortedUnique(missing.flatMap((rule) => [...singles(rule)])), sortedUnique(expected))
    }
  })

  it('has the verbs on a resource together, in the order in which they are wanted', () => {
    const held = [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }]
    const wanted = [{ verbs: ['watch', 'list', 'get'], apiGroups: [''], resources: ['pods', 'secrets'] }]
    assert.deepEqual(missingRules(held, wanted).map(describeRule), [
      '{APIGroups:[""], Resources:["pods"], Verbs:["watch" "get"]}',
      '{APIGroups:[""], Resources:["secrets"], Verbs:["watch" "list" "get"]}',
    ])
  })

  it('is found in rules with very many permissions, however they are split', () => {
    const [verbs, apiGroups, resources] = [numbered('v', 300), numbered('g', 300), numbered('r', 300)]
    const wide = { verbs, apiGroups, resources }
    const halves = [
      { ...wide, verbs: verbs.slice(0, 150) },
      { ...wide, verbs: verbs.slice(150) },
    ]
    assert.deepEqual(missingRules([wide], [wide]), [])
    assert.deepEqual(missingRules(halves, [wide]), [])
    assert.deepEqual(
      missingRules([{ ...wide, verbs: verbs.slice(1) }], [{ ...wide, resources: ['r7'], apiGroups: ['g9'] }]),
      [{ apiGroups: ['g9'], resources: ['r7'], resourceNames: undefined, verbs: ['v0'] }],
    )
  })
})
