import { type Controller, storeOf } from '#controllers/controller.js'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import type { StoredKind } from '#registry/kind.js'
import { POD, REPLICA_SET, type WorkloadContext } from './action.js'
import { autoscalerIndex, autoscalers } from './autoscaling/autoscalers.js'
import { type ClaimOptions, claiming, type Selecting } from './claiming.js'
import { cronJobs } from './cronjobs/cron-jobs.js'
import { jobIndex } from './cronjobs/job-summary.js'
import { daemonSets } from './daemonsets/daemon-sets.js'
import { deployments } from './deployments/deployments.js'
import { replicaSetIndex } from './deployments/replica-set-summary.js'
import { budgetIndex, disruptionBudgets } from './disruption/disruption-budgets.js'
import { TRACKING_FINALIZER } from './jobs/job-state.js'
import { isManagedByOthers, jobs } from './jobs/jobs.js'
import { nodeMetrics, podMetrics } from './metrics/kinds.js'
import { nodeMetricsObjects, podMetricsObjects } from './metrics/metrics-objects.js'
import { SimulatedUsage } from './metrics/usage.js'
import { namespaceContent } from './namespaces/namespaces.js'
import { NodeIndex } from './nodes/node-index.js'
import { NodeController } from './nodes/nodes.js'
import { PodController } from './pods/controller.js'
import { PodLogs } from './pods/streams/logs.js'
import { type PodSummary, podIndex } from './pods/summary.js'
import { quotaIndex, resourceQuotas } from './quotas/resource-quotas.js'
import {
  replicaSetSelectors,
  replicaSets,
  replicationControllerSelectors,
  replicationControllers,
} from './replicasets/replica-sets.js'
import { revisionIndex } from './revisions/controller-revisions.js'
import { ScaleTargets } from './scale-targets.js'
import { selectorOf } from './selector.js'
import { SelectorIndex } from './selector-index.js'
import { endpointsIndex, sliceIndex } from './services/endpoint-summaries.js'
import { serviceIndex, services } from './services/services.js'
import { hasNameOfSet } from './statefulsets/pod-of-set.js'
import { statefulSets } from './statefulsets/stateful-sets.js'
import { claims } from './volumes/claims.js'
import { claimIndex, volumeIndex } from './volumes/summaries.js'
import { volumes } from './volumes/volumes.js'
import { WorkloadController, type WorkloadKind } from './workload-controller.js'

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
  const serviceUid = (namespace: string, name: string) =>
    feed.find(`core/services/${namespace}/${name}`)?.metadata().uid
  const selectorsOf = ({ prefix }: { readonly prefix: string }) =>
    followed(new SelectorIndex(prefix, ({ selector }: Selecting['spec']) => selectorOf(selector)))
  const claimingPods = <W extends Selecting>(
    kind: WorkloadKind<W>,
    options?: Pick<ClaimOptions<W, PodSummary>, 'finalizer' | 'isExempt' | 'mayAdopt'>,
  ) => claiming(kind, { ...options, of: POD, dependents: pods, selectors: selectorsOf(kind) })
  const claimingSets = (kind: WorkloadKind<Deployment>) =>
    claiming(kind, { of: REPLICA_SET, dependents: sets, selectors: selectorsOf(kind) })
  const usage = new SimulatedUsage(feed, pods, knownAutoscalers, targets)
  context.stores.ofKind(podMetrics)?.serveComputed(podMetricsObjects(pods, usage, context.clock))
  context.stores.ofKind(nodeMetrics)?.serveComputed(nodeMetricsObjects(nodes, pods, usage, context.clock))
  return [
    new NodeController(context, nodes),
    namespaceContent(context),
    new WorkloadController(context, claimingSets(deployments(sets, pods))),
    new WorkloadController(context, replicaSets(pods, setSelectors)),
    new WorkloadController(context, replicationControllers(pods, controllerSelectors)),
    new WorkloadController(context, claimingPods(daemonSets(pods, nodes, revisions))),
    new WorkloadController(
      context,
      claimingPods(statefulSets(pods, revisions, knownClaims), { mayAdopt: hasNameOfSet }),
    ),
    new WorkloadController(
      context,
      claimingPods(jobs(pods), { finalizer: TRACKING_FINALIZER, isExempt: isManagedByOthers }),
    ),
    new WorkloadController(context, cronJobs(jobsOfCronJobs)),
    new WorkloadController(context, services(pods, selectingServices, slices, endpoints, serviceUid)),
    new WorkloadController(context, claims(feed, knownClaims, knownVolumes)),
    new WorkloadController(context, volumes(knownVolumes, knownClaims)),
    new WorkloadController(context, disruptionBudgets(pods, budgets, targets)),
    new WorkloadController(context, resourceQuotas(feed, kinds, quotas)),
    new WorkloadController(context, autoscalers(feed, pods, knownAutoscalers, targets)),
    new PodController(context, { pods, nodes, claims: knownClaims }),
  ]
}
