import { type Condition, withCondition } from '#controllers/conditions.js'
import { PROGRESS_DEADLINE_EXCEEDED } from '#federation/propagation/copies/observed-copy.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { autoscalerStatus } from './autoscaler-status.js'
import { type ClusterState, describeLag } from './cluster-state.js'
import { jobStatus } from './job-status.js'
import type { LoadBalancerIngress } from './load-balancer-ingress.js'

/** The combined status of the copies. */
export interface StatusReport {
  /** By status field. */
  readonly sums: Readonly<Record<string, number>>
  /** Whether every ready cluster has observed the latest generation. */
  readonly isObserved: boolean
  readonly loadBalancerIngress: readonly LoadBalancerIngress[]
  readonly conditions: readonly Condition[]
}

const MAX_MESSAGE_LENGTH = 1024
/** The maximum of a status field, whatever members report. */
const MAX_SUM = 2 ** 31 - 1

/** Combines the states of the clusters. */
export function statusReport(federated: FederatedObject, states: readonly ClusterState[]): StatusReport {
  const { kind, spec } = federated
  const { sums: names = [], sumsOfGeneration = [] } = kind.status ?? {}
  const sums = Object.fromEntries(names.map((name) => [name, 0]))
  const loadBalancerIngress = new Map<string, LoadBalancerIngress>()
  let isObserved = spec.placementError === undefined
  for (const { state, copy } of states) {
    const isUpdated = state === 'Synced' || (state === 'Failed' && copy?.observed?.failure !== undefined)
    if (state === 'Unreachable') continue
    if (!isUpdated) isObserved = false
    if (!copy?.isOurs) continue
    for (const [index, name] of names.entries()) {
      if (!isUpdated && sumsOfGeneration.includes(name)) continue
      sums[name] = Math.min((sums[name] ?? 0) + (copy.observed?.counts[index] ?? 0), MAX_SUM)
    }
    for (const point of copy.observed?.loadBalancerIngress ?? [])
      loadBalancerIngress.set(JSON.stringify(point), point)
  }
  return {
    sums,
    isObserved,
    loadBalancerIngress: [...loadBalancerIngress]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, point]) => point),
    conditions: conditionsOf(federated, states, sums, isObserved),
  }
}

function conditionsOf(
  { kind, spec }: FederatedObject,
  states: readonly ClusterState[],
  sums: Readonly<Record<string, number>>,
  isObserved: boolean,
): readonly Condition[] {
  if (!kind.status?.hasConditions) return []
  const propagated = propagation(spec.placementError, spec.deletion !== 'none', states)
  if (kind.kind !== 'Deployment') return [propagated]
  const wanted = spec.replicas ?? 0
  const { updatedReplicas = 0, availableReplicas = 0, replicas = 0 } = sums
  const isDone = isObserved && updatedReplicas === replicas && availableReplicas >= wanted
  const late = states.filter(({ message }) => message === PROGRESS_DEADLINE_EXCEEDED)
  return [propagated, availability(availableReplicas, wanted, spec.maxUnavailable), progress(isDone, late)]
}

function propagation(
  placementError: string | undefined,
  isDeleted: boolean,
  states: readonly ClusterState[],
): Condition {
  const type = 'Propagated'
  if (placementError !== undefined)
    return { type, status: 'False', reason: 'PlacementInvalid', message: placementError }
  const lagging = states.filter(({ state }) => state !== 'Synced')
  const clusters = `${states.length} cluster${states.length === 1 ? '' : 's'}`
  if (lagging.length === 0 && !isDeleted)
    return { type, status: 'True', reason: 'ClustersInSync', message: `in sync in ${clusters}` }
  const message = bounded(lagging.map(describeLag))
  if (isDeleted) return { type, status: 'False', reason: 'Deleting', message: `waiting for ${message}` }
  return {
    type,
    status: 'False',
    reason: 'ClustersLag',
    message: `${lagging.length} of ${clusters}: ${message}`,
  }
}

function availability(available: number, wanted: number, maxUnavailable: number): Condition {
  const type = 'Available'
  return available >= wanted - maxUnavailable
    ? {
        type,
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type,
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
}

function progress(isDone: boolean, late: readonly ClusterState[]): Condition {
  const type = 'Progressing'
  if (late.length > 0) {
    const message = `the progress deadline is exceeded in ${bounded(late.map(({ cluster }) => cluster))}`
    return { type, status: 'False', reason: PROGRESS_DEADLINE_EXCEEDED, message }
  }
  return isDone
    ? { type, status: 'True', reason: 'NewReplicaSetAvailable', message: 'rolled out in all clusters' }
    : { type, status: 'True', reason: 'ReplicaSetUpdated', message: 'rolling out' }
}

function bounded(parts: readonly string[]): string {
  let text = ''
  for (const [index, part] of parts.entries()) {
    const next = text === '' ? part : `${text}, ${part}`
    if (next.length > MAX_MESSAGE_LENGTH) return `${text} and ${parts.length - index} more`
    text = next
  }
  return text
}

/** Older members do not report the `ipMode`. */
const complete = (kind: string) => (point: LoadBalancerIngress) =>
  kind === 'Service' && point.ip !== undefined && point.ipMode === undefined
    ? { ...point, ipMode: 'VIP' }
    : point

/** Fields that are no sums. */
function gatheredStatus(
  federated: FederatedObject,
  { sums }: StatusReport,
  states: readonly ClusterState[],
  before: Readonly<Record<string, unknown>>,
  now: number,
): Record<string, unknown> {
  switch (federated.kind.plan) {
    case 'jobs':
      return jobStatus(federated, states, sums, before, now)
    case 'autoscalers':
      return autoscalerStatus(states, before)
    default:
      return {}
  }
}

interface WithStatus extends ApiObject {
  status?: Record<string, unknown> & { readonly conditions?: readonly Condition[] }
}

/** The new status of an object. Fields of others stay. */
export function reportedStatus(
  federated: FederatedObject,
  object: Readonly<ApiObject>,
  report: StatusReport,
  states: readonly ClusterState[],
  now: number,
): Record<string, unknown> {
  const { kind, spec } = federated
  const { status = {} } = object as WithStatus
  const gathered = gatheredStatus(federated, report, states, status, now)
  let { conditions = status.conditions } = gathered as { readonly conditions?: readonly Condition[] }
  for (const condition of report.conditions) conditions = withCondition(conditions, condition, now)
  return {
    ...status,
    ...report.sums,
    ...gathered,
    ...(kind.status?.hasObservedGeneration && report.isObserved && { observedGeneration: spec.generation }),
    ...(kind.status?.hasLoadBalancer && {
      loadBalancer: { ingress: report.loadBalancerIngress.map(complete(kind.kind)) },
    }),
    ...(kind.status?.hasConditions && { conditions }),
  }
}
