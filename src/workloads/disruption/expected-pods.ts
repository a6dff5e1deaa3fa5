import type { PodDisruptionBudgetSpec } from '#kinds/policy/poddisruptionbudget/schema.js'
import type { ApiObject } from '#meta/object-meta.js'
import { scaledValue } from '#workloads/deployments/rollout.js'
import { type ControllerReference, controllerOf } from '#workloads/owned-objects.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import type { ScaleTargets } from '#workloads/scale-targets.js'

/** The numbers that a budget requires. */
export interface ExpectedPods {
  readonly count: number
  readonly desiredHealthy: number
  /** Selected pods without a controller. */
  readonly unmanaged: number
  /** Why the numbers are unknown. */
  readonly failure?: string | undefined
}

/** A percentage, and `maxUnavailable`, refer to the replicas that the controllers of the pods want. */
export function expectedPods(
  { minAvailable, maxUnavailable }: Readonly<PodDisruptionBudgetSpec>,
  pods: readonly PodSummary[],
  targets: ScaleTargets,
): ExpectedPods {
  if (maxUnavailable !== undefined) {
    const scale = wantedPods(pods, targets)
    const unavailable = scaledValue(maxUnavailable, scale.count, Math.ceil)
    return { ...scale, desiredHealthy: Math.max(scale.count - unavailable, 0) }
  }
  if (typeof minAvailable === 'string') {
    const scale = wantedPods(pods, targets)
    return { ...scale, desiredHealthy: scaledValue(minAvailable, scale.count, Math.ceil) }
  }
  if (minAvailable === undefined) return { count: 0, desiredHealthy: 0, unmanaged: 0 }
  return { count: pods.length, desiredHealthy: minAvailable, unmanaged: 0 }
}

type WantedPods = Pick<ExpectedPods, 'count' | 'unmanaged' | 'failure'>

/** The sum of the replicas of all controllers. */
function wantedPods(pods: readonly PodSummary[], targets: ScaleTargets): WantedPods {
  const scales = new Map<string, number>()
  const seen = new Set<string>()
  let unmanaged = 0
  for (const { name, namespace, controller } of pods) {
    if (controller === undefined) unmanaged++
    else if (!seen.has(controller.uid)) {
      seen.add(controller.uid)
      const found = scaleOf(namespace, controller, targets)
      if (found === undefined) {
        return { count: 0, unmanaged, failure: `found no controllers for pod ${JSON.stringify(name)}` }
      }
      if (typeof found === 'string') return { count: 0, unmanaged, failure: found }
      scales.set(found.uid, found.replicas)
    }
  }
  return { count: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged }
}

interface ControllerScale {
  readonly uid: string
  readonly replicas: number
}

/** Undefined if the controller is gone; a text if its kind has no scale. */
function scaleOf(
  namespace: string,
  reference: ControllerReference,
  targets: ScaleTargets,
): ControllerScale | string | undefined {
  const object = existing(namespace, reference, targets)
  if (object === undefined) return undefined
  // The replica sets of a deployment change during a rollout; the deployment has the total.
  const deployment = controllerOf(object.metadata.ownerReferences)
  if (reference.kind === 'ReplicaSet' && deployment?.kind === 'Deployment') {
    return scaleOf(namespace, deployment, targets)
  }
  const scale = targets.find(namespace, reference)
  return typeof scale === 'string' ? scale : { uid: reference.uid, replicas: scale.replicas }
}

function existing(
  namespace: string,
  reference: ControllerReference,
  targets: ScaleTargets,
): ApiObject | undefined {
  const object = targets.object(namespace, reference)
  return object?.metadata.uid === reference.uid ? object : undefined
}
