import { findCondition } from '#controllers/conditions.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { type Resources, raiseTo, requestsOf, sameResources } from '#workloads/scheduling/resources.js'
import { isSidecar } from './behaviour.js'
import type { ContainerStatus } from './container-state.js'

type Container = NonNullable<Pod['spec']['containers']>[number]
type PodParts = Pick<Pod, 'spec' | 'status'>

/** The condition of a pod whose new requests its node has not accepted. */
export const RESIZE_PENDING = 'PodResizePending'
/** The node could never have the resources. */
export const INFEASIBLE = 'Infeasible'
/** Other pods have the resources. */
export const DEFERRED = 'Deferred'

const inForce = (statuses: readonly ContainerStatus[] | undefined, container: Container): Container => {
  const resources = statuses?.find(({ name }) => name === container.name)?.resources
  return resources === undefined ? container : { ...container, resources }
}

/** The requests that a kubelet has accepted: those in the status, once it has them. */
function allocatedOf({ spec, status }: PodParts): Resources {
  const { containers = [], initContainers = [] } = spec
  return requestsOf({
    ...spec,
    containers: containers?.map((each) => inForce(status.containerStatuses, each)),
    initContainers: initContainers?.map((each) =>
      isSidecar(each) ? inForce(status.initContainerStatuses, each) : each,
    ),
  } as Parameters<typeof requestsOf>[0])
}

/** What a pod asks for, what it has, and what it takes from the view of the scheduler. */
export function allocationOf(pod: PodParts): {
  readonly desired: Resources
  readonly allocated: Resources
  readonly requests: Resources
} {
  const desired = requestsOf(pod.spec as Parameters<typeof requestsOf>[0])
  if (pod.status.containerStatuses === undefined) return { desired, allocated: desired, requests: desired }
  const allocated = allocatedOf(pod)
  if (sameResources(desired, allocated)) return { desired, allocated: desired, requests: desired }
  if (findCondition(pod.status.conditions, RESIZE_PENDING)?.reason === INFEASIBLE) {
    return { desired, allocated, requests: allocated }
  }
  const requests = new Map(desired)
  raiseTo(requests, allocated)
  return { desired, allocated, requests }
}
