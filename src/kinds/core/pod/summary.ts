import type { Container } from '#kinds/shared/pod/containers/container.js'
import type { ContainerState, ContainerStatus } from './container-status.js'
import type { Pod } from './schema.js'

/** The table cells of a pod. */
export interface PodSummary {
  readonly ready: number
  readonly containers: number
  /** The phase, or a more specific reason. */
  readonly status: string
  readonly restarts: number
  /** When the last restart was. */
  readonly restartedAt: string | undefined
}

/** Reads the containers in the order in which they run: the first that is not running determines the status. */
export function summarize(pod: Pod): PodSummary {
  const sidecars = sidecarsOf(pod)
  const init = summarizeInit(pod, sidecars)
  const isInitialized = init.trouble === undefined || conditionIs(pod, 'Initialized')
  const before = init.trouble ?? phaseOf(pod)
  const main = isInitialized ? summarizeMain(pod, before) : undefined
  const shown = main === undefined ? init.all : sum(init.sidecars, main.restarts)
  return {
    ready: init.ready + (main?.ready ?? 0),
    containers: (pod.spec.containers?.length ?? 0) + sidecars.size,
    status: deletionOf(pod) ?? main?.status ?? before,
    restarts: shown.count,
    restartedAt: shown.at,
  }
}

interface Restarts {
  readonly count: number
  readonly at: string | undefined
}
const NO_RESTARTS: Restarts = { count: 0, at: undefined }

const sum = (left: Restarts, right: Restarts): Restarts => ({
  count: left.count + right.count,
  // RFC 3339 times compare as strings.
  at: (left.at ?? '') > (right.at ?? '') ? left.at : right.at,
})

const restartsOf = ({ restartCount, lastState }: ContainerStatus): Restarts => ({
  count: restartCount,
  at: lastState.terminated?.finishedAt ?? undefined,
})

const isSidecar = ({ restartPolicy }: Container) => restartPolicy === 'Always'

function sidecarsOf({ spec }: Pod): ReadonlySet<string> {
  return new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name))
}

function summarizeInit({ spec, status }: Pod, sidecars: ReadonlySet<string>) {
  let all = NO_RESTARTS
  let ofSidecars = NO_RESTARTS
  let ready = 0
  for (const [index, container] of (status.initContainerStatuses ?? []).entries()) {
    const { name, state } = container
    all = sum(all, restartsOf(container))
    if (sidecars.has(name)) ofSidecars = sum(ofSidecars, restartsOf(container))
    if (state.terminated?.exitCode === 0) continue
    if (sidecars.has(name) && container.started) {
      if (container.ready) ready++
      continue
    }
    const trouble = `Init:${troubleOf(state) ?? `${index}/${spec.initContainers?.length ?? 0}`}`
    return { all, sidecars: ofSidecars, ready, trouble }
  }
  return { all, sidecars: ofSidecars, ready, trouble: undefined }
}

function troubleOf({ terminated, waiting }: ContainerState): string | undefined {
  if (terminated) return endOf(terminated)
  return waiting?.reason === 'PodInitializing' ? undefined : waiting?.reason
}

const endOf = ({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>) =>
  reason ?? (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)

/** `before` is the status if no container says more. */
function summarizeMain(pod: Pod, before: string) {
  let restarts = NO_RESTARTS
  let ready = 0
  let status = before
  for (const container of [...(pod.status.containerStatuses ?? [])].reverse()) {
    const { waiting, terminated, running } = container.state
    restarts = sum(restarts, restartsOf(container))
    if (waiting?.reason) status = waiting.reason
    else if (terminated) status = endOf(terminated)
    else if (container.ready && running) ready++
  }
  // One container may have ended while others still run.
  if (status === 'Completed' && ready > 0) status = conditionIs(pod, 'Ready') ? 'Running' : 'NotReady'
  return { restarts, ready, status }
}

function conditionIs({ status }: Pod, type: string): boolean {
  return (
    status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false
  )
}

function phaseOf({ status }: Pod): string {
  const isGated = status.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return isGated ? 'SchedulingGated' : (status.reason ?? status.phase ?? '')
}

function deletionOf({ metadata, status }: Pod): string | undefined {
  if (!metadata.deletionTimestamp) return undefined
  if (status.reason === 'NodeLost') return 'Unknown'
  return status.phase === 'Succeeded' || status.phase === 'Failed' ? undefined : 'Terminating'
}
