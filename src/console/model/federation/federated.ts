import {
  CLUSTER_STATUS,
  DEPLOYMENT_PREFERENCES,
  JOB_PREFERENCES,
  OVERRIDES,
  PLACEMENT,
  REPLICA_SET_PREFERENCES,
  STATEFUL_SET_PREFERENCES,
} from '#federation/annotations.js'
import type { ApiObject } from '../api/object.js'

/** A federated object in one cluster. */
export interface ClusterShare {
  readonly cluster: string
  /** Undefined while the host has not decided. */
  readonly isChosen: boolean | undefined
  /** Such as `Synced`; undefined without a copy. */
  readonly state: string | undefined
  /** Why it is there or not, and what is wrong with the copy. */
  readonly why: string
  /** Undefined for objects without replicas. */
  readonly wanted: number | undefined
  readonly current: number
  readonly ready: number
}

interface ReportedState {
  readonly state?: string
  readonly reason?: string
  readonly message?: string
  readonly asked?: number
  readonly replicas?: number
  readonly readyReplicas?: number
}

interface ReportedPlacement {
  readonly policy?: string
  readonly overridePolicies?: readonly string[]
  readonly byAnnotations?: boolean
  readonly clusters?: Readonly<Record<string, { readonly chosen?: boolean; readonly message?: string }>>
}

export const isFederated = ({ metadata }: ApiObject): boolean =>
  metadata.annotations?.[CLUSTER_STATUS] !== undefined

/** The object in each cluster, with those that it is not in. */
export function sharesOf(object: ApiObject, clusters: readonly string[]): readonly ClusterShare[] {
  const states = annotation<Readonly<Record<string, ReportedState>>>(object, CLUSTER_STATUS) ?? {}
  const { clusters: verdicts } = placementOf(object)
  const names = new Set([...clusters, ...Object.keys(states)])
  return [...names].sort().map((cluster): ClusterShare => {
    const state = states[cluster]
    const verdict = verdicts?.[cluster]
    const isChosen = verdict?.chosen ?? (verdicts === undefined ? state !== undefined : undefined)
    const unchosen =
      isChosen === false && verdict?.message === undefined
        ? 'annotations of the object do not select it'
        : undefined
    const problem = [state?.reason, state?.message]
      .filter((text) => text !== undefined && text !== '')
      .join(': ')
    return {
      cluster,
      isChosen,
      state: state?.state,
      why: [verdict?.message ?? unchosen, problem]
        .filter((text) => text !== undefined && text !== '')
        .join('; '),
      wanted: state?.asked,
      current: state?.replicas ?? 0,
      ready: state?.readyReplicas ?? 0,
    }
  })
}

/** Which policies act on the object. */
export const placementOf = (object: ApiObject): ReportedPlacement =>
  annotation<ReportedPlacement>(object, PLACEMENT) ?? {}

export interface Override {
  readonly where: string
  readonly operations: readonly { readonly op: string; readonly path: string; readonly value?: unknown }[]
}

/** The overrides in the annotation of the object. */
export function overridesOf(object: ApiObject): readonly Override[] {
  const list = annotation<unknown>(object, OVERRIDES)
  if (!Array.isArray(list)) return []
  return (list as readonly WrittenOverride[]).map(({ clusters, selector, patch = [] }) => ({
    where:
      clusters?.join(', ') ??
      selector
        ?.map(({ key, operator, values = [] }) => `${key} ${operator} ${values.join(', ')}`)
        .join(' and ') ??
      'all clusters',
    operations: patch,
  }))
}

interface WrittenOverride {
  readonly clusters?: readonly string[]
  readonly selector?: readonly Requirement[]
  readonly patch?: Override['operations']
}

interface Requirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

/** The annotation with the preferences of a kind; undefined if it has none. */
export const preferencesAnnotation = (kind: string): string | undefined =>
  ({
    Deployment: DEPLOYMENT_PREFERENCES,
    ReplicaSet: REPLICA_SET_PREFERENCES,
    StatefulSet: STATEFUL_SET_PREFERENCES,
    Job: JOB_PREFERENCES,
  })[kind]

/** Undefined if it is missing or unreadable. */
function annotation<Value>({ metadata }: ApiObject, name: string): Value | undefined {
  try {
    return JSON.parse(metadata.annotations?.[name] ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
