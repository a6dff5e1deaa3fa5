import type { Controller } from '../controllers/controller.js'
import { cronJobs } from './cronjobs/cron-jobs.js'
import { followedJobs } from './cronjobs/job-summary.js'
import { daemonSets } from './daemonsets/daemon-sets.js'
import { deployments } from './deployments/deployments.js'
import { followedReplicaSets } from './deployments/replica-set-summary.js'
import { jobs } from './jobs/jobs.js'
import { NodeIndex } from './nodes/node-index.js'
import { NodeController } from './nodes/nodes.js'
import type { WorkloadParts } from './parts.js'
import { PodController } from './pods/controller.js'
import { followedPods } from './pods/summary.js'
import { replicaSets } from './replicasets/replica-sets.js'
import { followedRevisions } from './revisions/controller-revisions.js'
import { statefulSets } from './statefulsets/stateful-sets.js'
import { WorkloadController } from './workload-controller.js'

/** What makes workloads move: what a cluster's controllers, its scheduler and its nodes do, done to objects alone. */
export function workloadControllers(parts: WorkloadParts): readonly Controller[] {
  const pods = followedPods()
  const sets = followedReplicaSets()
  const revisions = followedRevisions()
  const nodes = new NodeIndex()
  const jobsOfCronJobs = followedJobs()
  const { feed, kinds } = parts
  // Before any controller: those are told of a change when it can be looked up.
  pods.follow(feed, kinds)
  sets.follow(feed, kinds)
  revisions.follow(feed, kinds)
  nodes.follow(feed, kinds)
  jobsOfCronJobs.follow(feed, kinds)
  const claimUid = (namespace: string, name: string) =>
    feed.find(`core/persistentvolumeclaims/${namespace}/${name}`)?.metadata().uid
  return [
    new NodeController(parts),
    new WorkloadController(parts, deployments(sets, pods)),
    new WorkloadController(parts, replicaSets(pods)),
    new WorkloadController(parts, daemonSets(pods, nodes, revisions)),
    new WorkloadController(parts, statefulSets(pods, revisions, claimUid)),
    new WorkloadController(parts, jobs(pods)),
    new WorkloadController(parts, cronJobs(jobsOfCronJobs)),
    new PodController(parts, pods, nodes),
  ]
}
