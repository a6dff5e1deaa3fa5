import type { ResourceSelector } from '#kinds/federation/policies/selectors.js'
import { selectorMatches } from '#meta/label-selector.js'

/** An object that policies may act on. */
export interface PolicyTarget {
  readonly kind: string
  /** The groups that the kind is known by. */
  readonly groups: readonly string[]
  /** Empty for objects without one. */
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

/** A policy and its spec. */
export interface Policy<S> {
  /** `PropagationPolicy` or another kind of policy. */
  readonly kind: string
  /** Empty for policies for all namespaces. */
  readonly namespace: string
  readonly name: string
  /** Changes with the spec. */
  readonly version: string
  readonly spec: S
}

interface Selecting {
  readonly resourceSelectors?: readonly ResourceSelector[] | undefined
  readonly priority?: number | undefined
}

interface Entry<S> {
  readonly policy: Policy<S>
  readonly selector: ResourceSelector
}

/** The policies of one kind, in the order in which they act. */
export class PolicySet<S extends Selecting> {
  /** By group and kind, then by namespace. */
  readonly #entries = new Map<string, Map<string, readonly Entry<S>[]>>()
  readonly isEmpty: boolean

  constructor(policies: Iterable<Policy<S>>) {
    const entries: (Entry<S> & { readonly key: string })[] = []
    for (const policy of policies) {
      for (const selector of policy.spec.resourceSelectors ?? [])
        entries.push({ policy, selector, key: kindKey(groupOf(selector.apiVersion), selector.kind) })
    }
    this.isEmpty = entries.length === 0
    for (const entry of entries.sort(inOrder)) {
      const byNamespace = this.#entries.get(entry.key) ?? new Map<string, readonly Entry<S>[]>()
      this.#entries.set(entry.key, byNamespace)
      const { namespace } = entry.policy
      byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), entry])
    }
  }

  /** The policy that acts on an object, if any. */
  acting(target: PolicyTarget): Policy<S> | undefined {
    for (const policy of this.#matching(target)) return policy
    return undefined
  }

  /** All policies for an object, the one that acts first. */
  all(target: PolicyTarget): readonly Policy<S>[] {
    return [...new Set(this.#matching(target))]
  }

  *#matching(target: PolicyTarget): Generator<Policy<S>> {
    if (this.isEmpty) return
    const { groups, kind, namespace } = target
    // Policies of the namespace come before those for all namespaces.
    for (const scope of namespace === '' ? [''] : [namespace, '']) {
      const found: Entry<S>[] = []
      for (const group of groups) {
        for (const entry of this.#entries.get(kindKey(group, kind))?.get(scope) ?? [])
          if (matches(entry.selector, target)) found.push(entry)
      }
      for (const { policy } of groups.length > 1 ? found.sort(inOrder) : found) yield policy
    }
  }
}

const kindKey = (group: string, kind: string) => `${group}/${kind}`

export const groupOf = (apiVersion: string) =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

function matches({ name, namespace, labelSelector }: ResourceSelector, target: PolicyTarget): boolean {
  if (name && name !== target.name) return false
  if (namespace && namespace !== target.namespace) return false
  return labelSelector === undefined || selectorMatches(labelSelector, target.labels)
}

/** The higher priority first, then the more precise selector, then the alphabetical first. */
function inOrder<S extends Selecting>(a: Entry<S>, b: Entry<S>): number {
  return (
    (b.policy.spec.priority ?? 0) - (a.policy.spec.priority ?? 0) ||
    rankOf(a.selector) - rankOf(b.selector) ||
    (a.policy.name < b.policy.name ? -1 : a.policy.name > b.policy.name ? 1 : 0)
  )
}

const rankOf = ({ name, labelSelector }: ResourceSelector) => (name ? 0 : labelSelector === undefined ? 2 : 1)
