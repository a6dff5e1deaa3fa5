import { groupOf, type PolicyTarget } from '#federation/policies/acting-policy.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import { perObject } from '#util/memoize.js'

/** The groups that users know a kind by: those of all versions that members may serve. */
const groupsOf = perObject(({ apiVersion, candidates }: FederatedKind): readonly string[] => [
  ...new Set([groupOf(apiVersion), ...candidates.map(({ group }) => group)]),
])

interface NamedObject {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

/** An object as policies see it. */
export const policyTarget = (
  kind: FederatedKind,
  { namespace, name, labels }: NamedObject,
): PolicyTarget => ({
  kind: kind.kind,
  groups: groupsOf(kind),
  namespace: kind.isNamespaced ? namespace : '',
  name,
  labels,
})
