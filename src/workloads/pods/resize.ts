import { withCondition, withoutCondition } from '#controllers/conditions.js'
import { normalEvent } from '#controllers/events/event-recorder.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { ResourceRequirements } from '#kinds/shared/pod/containers/container.js'
import { semanticEqual } from '#schema/equal.js'
import { formatTime } from '#schema/times.js'
import type { NodeLoad } from '#workloads/scheduling/cluster-load.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import type { Resources } from '#workloads/scheduling/resources.js'
import { allocationOf, DEFERRED, INFEASIBLE, RESIZE_PENDING } from './allocation.js'
import { isSidecar } from './behaviour.js'
import { type ContainerState, type ContainerStatus, terminated } from './container-state.js'
import { type PodStep, STOPPED } from './life.js'

type Container = NonNullable<Pod['spec']['containers']>[number]
type Requirements = Container['resources']

export interface Resize {
  /** Undefined if the status says all this already. */
  readonly step: Extract<PodStep, { type: 'report' }> | undefined
  /** Undefined if the node does not accept the new requests. */
  readonly accepted: Resources | undefined
}

const RESIZABLE = ['cpu', 'memory']
const NONE = {} as Requirements

/** What a kubelet does about requests and limits that are not in force. Returns undefined if there are none. */
export function resizeOf(
  key: string,
  pod: Readonly<Pod>,
  now: number,
  node: NodeSummary | undefined,
  load: NodeLoad,
): Resize | undefined {
  const { spec, status } = pod
  const { desired } = allocationOf(pod)
  const before = [
    ...pending(spec.containers, status.containerStatuses),
    ...pending(spec.initContainers?.filter(isSidecar), status.initContainerStatuses),
  ]
  const isSettled = withoutCondition(status.conditions, RESIZE_PENDING)
  if (before.length === 0) {
    if (isSettled.length === (status.conditions ?? []).length) return undefined
    return { accepted: desired, step: { type: 'report', status: { conditions: [...isSettled] } } }
  }
  const refusal = refusalOf(key, desired, node, load)
  if (refusal !== undefined) {
    const conditions = withCondition(
      status.conditions,
      { type: RESIZE_PENDING, status: 'True', ...refusal },
      now,
    ) as Pod['status']['conditions']
    const step = { type: 'report', status: { conditions } } as const
    return { accepted: undefined, step: conditions === status.conditions ? undefined : step }
  }
  const restarted = before.filter(({ container, current }) => needsRestart(container, current))
  const names = restarted.map(({ container }) => container.name)
  const resized = (statuses: readonly ContainerStatus[] | undefined) =>
    statuses?.map((current) => {
      const found = before.find((each) => each.current === current)
      if (found === undefined) return current
      const resources = found.container.resources ?? NONE
      return names.includes(current.name)
        ? restart({ ...current, resources }, now)
        : { ...current, resources }
    })
  const event = names.length > 0 && normalEvent('Killing', `Container ${names[0]} resize requires restart`)
  return {
    accepted: desired,
    step: {
      type: 'report',
      started: names,
      ...(event && { event }),
      status: {
        conditions: [...isSettled],
        containerStatuses: resized(status.containerStatuses),
        ...(status.initContainerStatuses && { initContainerStatuses: resized(status.initContainerStatuses) }),
      } as Partial<Pod['status']>,
    },
  }
}

interface Pending {
  readonly container: Container
  readonly current: ContainerStatus
}

/** The containers that have a status with other resources than in the spec. */
const pending = (
  containers: readonly Container[] | null | undefined,
  statuses: readonly ContainerStatus[] | undefined,
): Pending[] =>
  (containers ?? []).flatMap((container) => {
    const current = statuses?.find(({ name }) => name === container.name)
    if (current === undefined) return []
    const isInForce =
      current.resources !== undefined &&
      semanticEqual(ResourceRequirements, container.resources ?? NONE, current.resources)
    return isInForce ? [] : [{ container, current }]
  })

/** Why a node cannot give a pod its resources, in the words of a kubelet. */
function refusalOf(
  key: string,
  desired: Resources,
  node: NodeSummary | undefined,
  { pods }: NodeLoad,
): { readonly reason: string; readonly message: string } | undefined {
  if (node?.allocatable === undefined) return undefined
  // The last that does not fit is reported, as by a kubelet.
  for (const name of [...RESIZABLE].reverse()) {
    const [requested, capacity] = [desired.get(name) ?? 0, node.allocatable.get(name) ?? 0]
    if (requested <= capacity) continue
    const message = `Node didn't have enough capacity: ${name}, requested: ${requested}, capacity: ${capacity}`
    return { reason: INFEASIBLE, message }
  }
  for (const name of RESIZABLE) {
    const [requested, capacity] = [desired.get(name) ?? 0, node.allocatable.get(name) ?? 0]
    let used = 0
    for (const [other, { allocated }] of pods) if (other !== key) used += allocated.get(name) ?? 0
    if (requested === 0 || requested <= capacity - used) continue
    const message = `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`
    return { reason: DEFERRED, message }
  }
  return undefined
}

function needsRestart({ resources, resizePolicy }: Container, { resources: before, state }: ContainerStatus) {
  if (!state?.running || before === undefined) return false
  return (resizePolicy ?? []).some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === 'RestartContainer' &&
      (['limits', 'requests'] as const).some(
        (list) => resources?.[list]?.[resourceName] !== before[list]?.[resourceName],
      ),
  )
}

function restart(status: ContainerStatus, now: number): ContainerStatus {
  const since = status.state?.running?.startedAt
  return {
    ...status,
    state: { running: { startedAt: formatTime(new Date(now)) } } as ContainerState,
    lastState: terminated(STOPPED, since ? Date.parse(since) : now, now),
    restartCount: status.restartCount + 1,
  }
}
