import { findCondition } from '#controllers/conditions.js'
import type { Node } from '#kinds/core/node/schema.js'
import { formatTime } from '#schema/times.js'

/** Marks our own readiness. That of other clients stays unchanged. */
const SIMULATED = 'the node is simulated'

/** Large enough for most tests. The number of pods is no limit that a test meets by accident. */
const CAPACITY: Readonly<Record<string, string>> = {
  cpu: '32',
  memory: '256Gi',
  'ephemeral-storage': '1Ti',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  pods: '100k',
}

const KUBELET_PORT = 10250

/** Conditions of a healthy kubelet besides `Ready`. */
const HEALTHY = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const

/** Whether no other client reports the readiness of the node. */
export function isSimulated({ status }: Readonly<Node>): boolean {
  const ready = findCondition(status.conditions, 'Ready')
  return ready === undefined || ready.message === SIMULATED
}

export interface NodeFacts {
  readonly isReady: boolean
  readonly now: number
  /** A free address for the node. */
  readonly address: () => string
  /** The version of Kubernetes that the server is like. */
  readonly version: string
}

/** The status that a kubelet reports. What a client has set stays. */
export function nodeStatus({ metadata, status }: Readonly<Node>, facts: NodeFacts): object {
  const capacity = { ...CAPACITY, ...status.allocatable, ...status.capacity }
  const addresses = status.addresses ?? [
    { type: 'InternalIP', address: facts.address() },
    { type: 'Hostname', address: metadata.name },
  ]
  return {
    ...status,
    capacity,
    allocatable: { ...capacity, ...status.allocatable },
    conditions: conditionsOf(status.conditions ?? [], facts),
    addresses,
    daemonEndpoints: status.daemonEndpoints?.kubeletEndpoint?.Port
      ? status.daemonEndpoints
      : { kubeletEndpoint: { Port: KUBELET_PORT } },
    nodeInfo: status.nodeInfo?.kubeletVersion ? status.nodeInfo : nodeInfo(metadata.uid ?? '', facts.version),
    images: status.images ?? [{ names: ['registry.k8s.io/pause:3.10'], sizeBytes: 320368 }],
  }
}

type NodeConditions = NonNullable<Node['status']['conditions']>

function conditionsOf(known: NodeConditions, { isReady, now }: NodeFacts): readonly object[] {
  const time = formatTime(new Date(now))
  const times = { lastHeartbeatTime: time, lastTransitionTime: time }
  const healthy = HEALTHY.map(
    ([type, reason, message]) =>
      known.find((condition) => condition.type === type) ?? {
        type,
        status: 'False',
        reason,
        message,
        ...times,
      },
  )
  const status = isReady ? 'True' : 'False'
  const reason = isReady ? 'KubeletReady' : 'KubeletNotReady'
  const before = findCondition(known, 'Ready')
  const ready =
    before?.status === status ? before : { type: 'Ready', status, reason, message: SIMULATED, ...times }
  const own = new Set<string>(['Ready', ...HEALTHY.map(([type]) => type)])
  return [...known.filter(({ type }) => !own.has(type)), ...healthy, ready]
}

const nodeInfo = (uid: string, version: string) => ({
  machineID: uid.replaceAll('-', ''),
  systemUUID: uid,
  bootID: uid,
  kernelVersion: '6.12.0',
  osImage: 'Binnacle (simulated)',
  containerRuntimeVersion: 'containerd://2.1.0',
  kubeletVersion: version,
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
})

/** The labels that a kubelet gives its node. */
export const kubeletLabels = (name: string): Readonly<Record<string, string>> => ({
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/hostname': name,
  'kubernetes.io/os': 'linux',
})
