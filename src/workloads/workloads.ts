import type { Controller } from '#controllers/controller.js'
import type { WorkloadContext } from './action.js'
import { cronJobs } from './cronjobs/cron-jobs.js'
import { followedJobs } from './cronjobs/job-summary.js'
import { daemonSets } from './daemonsets/daemon-sets.js'
import { deployments } from './deployments/deployments.js'
import { followedReplicaSets } from './deployments/replica-set-summary.js'
import { jobs } from './jobs/jobs.js'
import { namespaces } from './namespaces/namespaces.js'
import { NodeIndex } from './nodes/node-index.js'
import { NodeController } from './nodes/nodes.js'
import { PodController } from './pods/controller.js'
import { followedPods } from './pods/summary.js'
import {
  replicaSetSelectors,
  replicaSets,
  replicationControllerSelectors,
  replicationControllers,
} from './replicasets/replica-sets.js'
import { followedRevisions } from './revisions/controller-revisions.js'
import { followedEndpoints, followedSlices } from './services/endpoint-summaries.js'
import { followedServices, services } from './services/services.js'
import { statefulSets } from './statefulsets/stateful-sets.js'
import { claims } from './volumes/claims.js'
import { followedClaims, followedVolumes } from './volumes/summaries.js'
import { volumes } from './volumes/volumes.js'
import { WorkloadController } from './workload-controller.js'

/** What makes workloads move: what a cluster's controllers, its scheduler and its nodes do, done to objects alone. */
export function workloadControllers(parts: WorkloadContext): readonly Controller[] {
  const { feed, kinds } = parts
  // Indexes follow before any controller does: a controller is told of a change when the change can be looked up.
  const followed = <I extends { follow(changes: typeof feed, of: typeof kinds): void }>(index: I): I => {
    index.follow(feed, kinds)
    return index
  }
  const pods = followed(followedPods())
  const sets = followed(followedReplicaSets())
  const setSelectors = followed(replicaSetSelectors())
  const controllerSelectors = followed(replicationControllerSelectors())
  const revisions = followed(followedRevisions())
  const nodes = followed(new NodeIndex())
  const jobsOfCronJobs = followed(followedJobs())
  const selectingServices = followed(followedServices())
  const slices = followed(followedSlices())
  const endpoints = followed(followedEndpoints())
  const knownClaims = followed(followedClaims())
  const knownVolumes = followed(followedVolumes())
  return [
    new NodeController(parts),
    new WorkloadController(parts, namespaces(feed, parts.rootCa)),
    new WorkloadController(parts, deployments(sets, pods)),
    new WorkloadController(parts, replicaSets(pods, setSelectors)),
    new WorkloadController(parts, replicationControllers(pods, controllerSelectors)),
    new WorkloadController(parts, daemonSets(pods, nodes, revisions)),
    new WorkloadController(parts, statefulSets(pods, revisions, knownClaims)),
    new WorkloadController(parts, jobs(pods)),
    new WorkloadController(parts, cronJobs(jobsOfCronJobs)),
    new WorkloadController(parts, services(pods, selectingServices, slices, endpoints)),
    new WorkloadController(parts, claims(feed, knownClaims, knownVolumes)),
    new WorkloadController(parts, volumes(knownVolumes, knownClaims)),
    new PodController(parts, { pods, nodes, claims: knownClaims }),
  ]
}
