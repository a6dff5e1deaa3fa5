import { CONDITION_TAINTS, TAINTS } from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { DRAIN, isConditionTaint, UNSCHEDULABLE } from '#federation/policies/condition-taints.js'
import { type ClusterTaint, parseTaints, taintText, writeTaints } from '#federation/policies/taints.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import { systemClock } from '#util/clock.js'
import { ApiObjects, JoinError } from './api-objects.js'
import { CLUSTERS } from './host-objects.js'

/** A taint to set, or to remove. */
export interface TaintChange {
  readonly key: string
  readonly value: string
  /** Undefined to remove the taints of all effects. */
  readonly effect: ClusterTaint['effect'] | undefined
  readonly isRemoved: boolean
}

/** Concurrent changes of one cluster are few. */
const MAX_ATTEMPTS = 10

/** Changes the taints of a cluster as `kubectl taint` does those of a node. Rejects with `JoinError`. */
export function taintCluster(
  access: MemberAccess,
  name: string,
  { changes, overwrite }: { readonly changes: readonly TaintChange[]; readonly overwrite: boolean },
): Promise<string> {
  return withHost(access, async (host) => {
    await changeTaints(host, name, (before, cluster) => {
      let taints = before
      for (const change of changes)
        taints = change.isRemoved ? removed(taints, change, cluster) : added(taints, change, overwrite, name)
      return taints
    })
    const verbs = [
      changes.some(({ isRemoved }) => !isRemoved) && 'tainted',
      changes.some(({ isRemoved }) => isRemoved) && 'untainted',
    ]
    return `the cluster ${name} is ${verbs.filter(Boolean).join(' and ')}`
  })
}

const CORDON: TaintChange = { key: UNSCHEDULABLE, value: '', effect: 'NoSchedule', isRemoved: false }
const EVACUATE: TaintChange = { key: DRAIN, value: '', effect: 'NoExecute', isRemoved: false }

/** Keeps new objects and more replicas away from a cluster. Rejects with `JoinError`. */
export function cordonCluster(access: MemberAccess, name: string): Promise<string> {
  return withHost(access, async (host) => {
    const isChanged = await changeTaints(host, name, (before) => added(before, CORDON, true, name))
    return `the cluster ${name} is ${isChanged ? '' : 'already '}cordoned`
  })
}

/** Lets the cluster have objects again, also after a drain. Rejects with `JoinError`. */
export function uncordonCluster(access: MemberAccess, name: string): Promise<string> {
  return withHost(access, async (host) => {
    const isChanged = await changeTaints(host, name, (before) =>
      before.filter(({ key }) => key !== UNSCHEDULABLE && key !== DRAIN),
    )
    return `the cluster ${name} is ${isChanged ? '' : 'already '}uncordoned`
  })
}

/** Cordons the cluster and asks all objects to leave it. Rejects with `JoinError`. */
export async function evacuateCluster(host: ApiObjects, name: string): Promise<void> {
  await changeTaints(host, name, (before) => added(added(before, CORDON, true, name), EVACUATE, true, name))
}

async function withHost(access: MemberAccess, run: (host: ApiObjects) => Promise<string>): Promise<string> {
  const host = new ApiObjects('the host', access)
  try {
    return await run(host)
  } finally {
    host.close()
  }
}

/** Returns whether anything has changed. The time of a taint that stays stays. */
async function changeTaints(
  host: ApiObjects,
  name: string,
  change: (before: readonly ClusterTaint[], cluster: Cluster) => readonly ClusterTaint[],
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const cluster = (await host.get(`${CLUSTERS}/${name}`)) as Cluster | undefined
    if (cluster === undefined) throw new JoinError(`the host has no cluster ${name}`)
    const { annotations, resourceVersion } = cluster.metadata
    const taints = writeTaints(change(parseTaints(annotations?.[TAINTS]), cluster)) ?? null
    if (taints === (annotations?.[TAINTS] ?? null)) return false
    const metadata = { resourceVersion, annotations: { [TAINTS]: taints } }
    if (await host.merge(`${CLUSTERS}/${name}`, { metadata })) return true
  }
  throw new JoinError(`the cluster ${name} changes all the time; its taints were not changed`)
}

function added(
  taints: readonly ClusterTaint[],
  { key, value, effect = 'NoSchedule' }: TaintChange,
  overwrite: boolean,
  cluster: string,
): readonly ClusterTaint[] {
  const same = taints.find((taint) => taint.key === key && taint.effect === effect)
  if (same?.value === value) return taints
  if (same !== undefined && !overwrite)
    throw new JoinError(
      `the cluster ${cluster} already has the taint ${taintText(same)}; --overwrite replaces its value`,
    )
  // The time of the server is not known here, and that of this machine is as good as that of most others.
  return [...taints.filter((taint) => taint !== same), { key, value, effect, timeAdded: systemClock.now() }]
}

function removed(
  taints: readonly ClusterTaint[],
  { key, effect }: TaintChange,
  { metadata }: Cluster,
): readonly ClusterTaint[] {
  const isMeant = (taint: ClusterTaint) =>
    taint.key === key && (effect === undefined || taint.effect === effect)
  const rest = taints.filter((taint) => !isMeant(taint))
  if (rest.length < taints.length) return rest
  const text = `${key}${effect === undefined ? '' : `:${effect}`}`
  const isSet = parseTaints(metadata.annotations?.[CONDITION_TAINTS]).some(isMeant)
  throw new JoinError(
    isSet && isConditionTaint(key)
      ? `the taint ${text} of the cluster ${metadata.name} is set by the host; it goes when the cluster is ready`
      : `the cluster ${metadata.name} has no taint ${text}`,
  )
}
