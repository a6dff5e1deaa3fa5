import { type Signal, signal } from '@preact/signals'
import type { Resource } from '#console/model/api/resource.js'
import { type Rule, rulesAllow } from '#console/model/api/rules.js'
import { token } from './credentials.js'
import { create } from './fetch.js'

interface RulesReview {
  readonly status: { readonly resourceRules: readonly Rule[]; readonly incomplete: boolean }
}

const asked = new Map<string, Signal<readonly Rule[] | undefined>>()
/** Cluster-wide rights are part of the rules of every namespace. */
const ANY_NAMESPACE = 'default'

token.subscribe(() => asked.clear())

/**
 * Whether the user has a right, as far as is known: true until the server has told, and when it does not tell. A component
 * that reads it renders again when the server has. The server decides anyway.
 */
export function can(
  verb: string,
  resource: Pick<Resource, 'group' | 'plural'>,
  namespace: string | undefined,
  { name, subresource }: { name?: string; subresource?: string } = {},
): boolean {
  const rules = rulesOf(namespace ?? ANY_NAMESPACE).value
  return rules === undefined || rulesAllow(rules, verb, resource, { name, subresource })
}

function rulesOf(namespace: string): Signal<readonly Rule[] | undefined> {
  const known = asked.get(namespace)
  if (known !== undefined) return known
  const rules = signal<readonly Rule[] | undefined>(undefined)
  asked.set(namespace, rules)
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    spec: { namespace },
  }
  create<RulesReview>('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', body).then(
    ({ status }) => {
      if (!status.incomplete) rules.value = status.resourceRules
    },
    () => asked.delete(namespace),
  )
  return rules
}
