import type { ClusterVerdict } from '#federation/policies/cluster-facts.js'
import { fittingPods } from '#federation/policies/free-capacity.js'
import {
  divisionOf,
  divisionPreferences,
  type SharingCluster,
} from '#federation/policies/replica-division.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { LinkedCluster } from '#federation/propagation/schedule/schedule.js'
import { type Amounts, podAmounts } from '#kinds/shared/pod/pod-resources.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { podSpecOf } from '#kinds/shared/pod/pod-templates.js'
import type { ObjectDivision } from './decision.js'

/** Undefined if annotations, or the default, decide. */
export function divisionOfObject(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
  verdicts: ReadonlyMap<string, ClusterVerdict>,
): ObjectDivision | undefined {
  const { kind, policy, spec } = federated
  const scheduling = policy?.spec.replicaScheduling
  if (policy === undefined || scheduling === undefined) return undefined
  if (spec.hasPreferences) return undefined
  const mode = divisionOf(scheduling)
  // Every completion of a Job is wanted once.
  if (kind.plan !== 'replicas' && (kind.plan !== 'jobs' || mode === 'Duplicated')) return undefined
  const requests = mode === 'FreeCapacity' ? requestsOf(federated) : {}
  const sharing: SharingCluster[] = clusters
    .filter(({ member }) => verdicts.get(member.name)?.isChosen)
    .map(({ member: { facts } }) => ({
      name: facts.name,
      labels: facts.labels,
      fitting: mode === 'FreeCapacity' ? fittingPods(facts.free, requests) : undefined,
    }))
  const preferences = divisionPreferences(scheduling, sharing)
  const weights = [...preferences.clusters].map(([name, { weight }]) => `${name}=${weight}`).sort()
  const fitting = sharing.flatMap(({ name, fitting }) =>
    fitting === undefined ? [] : [[name, fitting] as const],
  )
  return {
    mode,
    preferences,
    fitting: new Map(fitting),
    // Free capacity changes all the time, which is no reason to plan again.
    digest: `${policy.version} ${mode === 'Weight' ? weights.join() : ''}`,
  }
}

interface KnownRequests {
  readonly content: string
  readonly requests: Amounts
}
const KNOWN = new WeakMap<FederatedObject, KnownRequests>()

/** The requests of one pod. */
export function requestsOf(federated: FederatedObject): Amounts {
  const { stored, spec } = federated
  const known = KNOWN.get(federated)
  if (known?.content === spec.content) return known.requests
  const podSpec = stored && podSpecOf(JSON.parse(stored.json.toString()))
  const requests = podSpec === undefined ? {} : podAmounts(podSpec as unknown as PodSpec, 'requests')
  KNOWN.set(federated, { content: spec.content, requests })
  return requests
}
