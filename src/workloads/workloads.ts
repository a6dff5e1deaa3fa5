import { type Controller, storeOf } from '#controllers/controller.js'
import type { StoredKind } from '#registry/kind.js'
import { POD, type WorkloadContext } from './action.js'
import { autoscalerIndex, autoscalers } from './autoscaling/autoscalers.js'
import { cronJobs } from './cronjobs/cron-jobs.js'
import { jobIndex } from './cronjobs/job-summary.js'
import { daemonSets } from './daemonsets/daemon-sets.js'
import { deployments } from './deployments/deployments.js'
import { replicaSetIndex } from './deployments/replica-set-summary.js'
import { budgetIndex, disruptionBudgets } from './disruption/disruption-budgets.js'
import { jobs } from './jobs/jobs.js'
import { nodeMetrics, podMetrics } from './metrics/kinds.js'
import { nodeMetricsObjects, podMetricsObjects } from './metrics/metrics-objects.js'
import { SimulatedUsage } from './metrics/usage.js'
import { namespaceContent } from './namespaces/namespaces.js'
import { NodeIndex } from './nodes/node-index.js'
import { NodeController } from './nodes/nodes.js'
import { PodController } from './pods/controller.js'
import { PodLogs } from './pods/streams/logs.js'
import { podIndex } from './pods/summary.js'
import { quotaIndex, resourceQuotas } from './quotas/resource-quotas.js'
import {
  replicaSetSelectors,
  replicaSets,
  replicationControllerSelectors,
  replicationControllers,
} from './replicasets/replica-sets.js'
import { revisionIndex } from './revisions/controller-revisions.js'
import { ScaleTargets } from './scale-targets.js'
import { endpointsIndex, sliceIndex } from './services/endpoint-summaries.js'
import { serviceIndex, services } from './services/services.js'
import { statefulSets } from './statefulsets/stateful-sets.js'
import { claims } from './volumes/claims.js'
import { claimIndex, volumeIndex } from './volumes/summaries.js'
import { volumes } from './volumes/volumes.js'
import { WorkloadController } from './workload-controller.js'

/** The kinds that only a server with simulated workloads serves. */
export const simulatedKinds: readonly StoredKind[] = [nodeMetrics, podMetrics]

/** The simulated controllers of a cluster, its scheduler and its nodes. */
export function workloadControllers(context: WorkloadContext): readonly Controller[] {
  const { feed, kinds } = context
  // Indexes follow before controllers, so that a controller finds each change in the indexes.
  const followed = <I extends { follow(changes: typeof feed, of: typeof kinds): void }>(index: I): I => {
    index.follow(feed, kinds)
    return index
  }
  const pods = followed(podIndex())
  const sets = followed(replicaSetIndex())
  const setSelectors = followed(replicaSetSelectors())
  const controllerSelectors = followed(replicationControllerSelectors())
  const revisions = followed(revisionIndex())
  const nodes = followed(new NodeIndex())
  const jobsOfCronJobs = followed(jobIndex())
  const selectingServices = followed(serviceIndex())
  const slices = followed(sliceIndex())
  const endpoints = followed(endpointsIndex())
  const knownClaims = followed(claimIndex())
  const knownVolumes = followed(volumeIndex())
  const budgets = followed(budgetIndex())
  const quotas = followed(quotaIndex())
  const knownAutoscalers = followed(autoscalerIndex())
  const targets = new ScaleTargets(context)
  const podStore = storeOf(context.stores, POD)
  podStore.setEndpoint('log', new PodLogs(podStore, pods, context.clock))
  podStore.setEndpoint('exec', {
    connect: async (place, exchange) =>
      (await import('./pods/streams/exec.js')).execInPod(podStore, place, exchange),
  })
  const usage = new SimulatedUsage(feed, pods, knownAutoscalers, targets)
  context.stores.ofKind(podMetrics)?.serveComputed(podMetricsObjects(pods, usage, context.clock))
  context.stores.ofKind(nodeMetrics)?.serveComputed(nodeMetricsObjects(nodes, pods, usage, context.clock))
  return [
    new NodeController(context, nodes),
    namespaceContent(context),
    new WorkloadController(context, deployments(sets, pods)),
    new WorkloadController(context, replicaSets(pods, setSelectors)),
    new WorkloadController(context, replicationControllers(pods, controllerSelectors)),
    new WorkloadController(context, daemonSets(pods, nodes, revisions)),
    new WorkloadController(context, statefulSets(pods, revisions, knownClaims)),
    new WorkloadController(context, jobs(pods)),
    new WorkloadController(context, cronJobs(jobsOfCronJobs)),
    new WorkloadController(context, services(pods, selectingServices, slices, endpoints)),
    new WorkloadController(context, claims(feed, knownClaims, knownVolumes)),
    new WorkloadController(context, volumes(knownVolumes, knownClaims)),
    new WorkloadController(context, disruptionBudgets(pods, budgets, targets)),
    new WorkloadController(context, resourceQuotas(feed, kinds, quotas)),
    new WorkloadController(context, autoscalers(feed, pods, knownAutoscalers, targets)),
    new PodController(context, { pods, nodes, claims: knownClaims }),
  ]
}
