import {
  type ApiObject,
  at,
  type Condition,
  conditionOf,
  conditionsOf,
  listAt,
  numberAt,
  textAt,
} from '../api/object.js'

/** Why an object is not as it should be. */
export interface Problem {
  /** `bad` needs somebody; `busy` may pass by itself. */
  readonly tone: 'bad' | 'busy'
  readonly reason: string
  readonly message: string
}

type Check = (object: ApiObject) => Problem | undefined

const problem = (tone: Problem['tone'], reason: string, message = ''): Problem => ({ tone, reason, message })

const ofCondition = (tone: Problem['tone'], { type, reason, message }: Condition): Problem =>
  problem(tone, reason || type, message ?? '')

/** The checks by `group/Kind`. */
const CHECKS: Readonly<Record<string, Check>> = {
  'apps/Deployment': ofDeployment,
  'apps/StatefulSet': (set) => ofCounts(set, numberAt(set, 'spec', 'replicas') ?? 1),
  'apps/DaemonSet': (set) =>
    ofCounts(
      set,
      numberAt(set, 'status', 'desiredNumberScheduled') ?? 0,
      numberAt(set, 'status', 'numberReady'),
    ),
  '/Pod': ofPod,
  '/Node': ofNode,
  '/PersistentVolumeClaim': ofClaim,
  'batch/Job': ofJob,
}

/** Undefined for healthy objects, and for kinds that have no health. */
export function problemOf(group: string, kind: string, object: ApiObject): Problem | undefined {
  if (object.metadata.deletionTimestamp !== undefined && kind === 'Pod') return undefined
  return CHECKS[`${group}/${kind}`]?.(object)
}

function ofDeployment(deployment: ApiObject): Problem | undefined {
  const progressing = conditionOf(deployment, 'Progressing')
  if (progressing?.status === 'False') return ofCondition('bad', progressing)
  const failure = conditionOf(deployment, 'ReplicaFailure')
  if (failure?.status === 'True') return ofCondition('bad', failure)
  const wanted = numberAt(deployment, 'spec', 'replicas') ?? 1
  return ofCounts(deployment, wanted, numberAt(deployment, 'status', 'availableReplicas'))
}

/** A workload that no controller has seen yet is neither well nor ill. */
function ofCounts(
  workload: ApiObject,
  wanted: number,
  ready = numberAt(workload, 'status', 'readyReplicas') ?? 0,
): Problem | undefined {
  if (numberAt(workload, 'status', 'observedGeneration') === undefined || ready >= wanted) return undefined
  return problem(ready === 0 ? 'bad' : 'busy', 'NotReady', `${ready} of ${wanted} ready`)
}

const WAITS = new Set(['ContainerCreating', 'PodInitializing'])

function ofPod(pod: ApiObject): Problem | undefined {
  const phase = textAt(pod, 'status', 'phase')
  if (phase === 'Succeeded') return undefined
  const containers = ['initContainerStatuses', 'containerStatuses'].flatMap((name) =>
    listAt(pod, 'status', name),
  )
  for (const container of containers) {
    const reason = textAt(container, 'state', 'waiting', 'reason')
    if (reason === undefined || WAITS.has(reason)) continue
    const last = numberAt(container, 'lastState', 'terminated', 'exitCode')
    const exit = last === undefined ? '' : `the last run ended with exit code ${last}`
    return problem('bad', reason, textAt(container, 'state', 'waiting', 'message') ?? exit)
  }
  if (phase === 'Failed') {
    const ended = containers.find((each) => (numberAt(each, 'state', 'terminated', 'exitCode') ?? 0) !== 0)
    const code = numberAt(ended, 'state', 'terminated', 'exitCode')
    const message = code === undefined ? '' : `a container ended with exit code ${code}`
    return problem(
      'bad',
      textAt(pod, 'status', 'reason') ?? 'Failed',
      textAt(pod, 'status', 'message') ?? message,
    )
  }
  const scheduled = conditionOf(pod, 'PodScheduled')
  if (scheduled?.status === 'False') return ofCondition('bad', scheduled)
  const ready = conditionOf(pod, 'Ready')
  if (ready?.status === 'False') return ofCondition('busy', ready)
  return undefined
}

function ofNode(node: ApiObject): Problem | undefined {
  const ready = conditionOf(node, 'Ready')
  if (ready !== undefined && ready.status !== 'True') return ofCondition('bad', ready)
  const pressure = conditionsOf(node).find(
    ({ type, status }) => /Pressure|Unavailable/.test(type) && status === 'True',
  )
  if (pressure !== undefined) return ofCondition('bad', pressure)
  return at(node, 'spec', 'unschedulable') === true
    ? problem('busy', 'Cordoned', 'the node takes no new pods')
    : undefined
}

function ofClaim(claim: ApiObject): Problem | undefined {
  const phase = textAt(claim, 'status', 'phase')
  if (phase === 'Lost') return problem('bad', 'Lost', 'the volume of the claim is gone')
  if (phase !== 'Pending') return undefined
  const storageClass = textAt(claim, 'spec', 'storageClassName')
  const which = storageClass === undefined ? 'a volume' : `a volume of the class ${storageClass}`
  return problem('busy', 'Pending', `waits for ${which}`)
}

function ofJob(job: ApiObject): Problem | undefined {
  const failed = conditionOf(job, 'Failed') ?? conditionOf(job, 'FailureTarget')
  if (failed?.status === 'True') return ofCondition('bad', failed)
  const failures = numberAt(job, 'status', 'failed') ?? 0
  const isComplete = conditionOf(job, 'Complete')?.status === 'True'
  return failures > 0 && !isComplete ? problem('busy', 'Retrying', `${failures} pods have failed`) : undefined
}
