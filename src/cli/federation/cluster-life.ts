import { hostAccess, reported } from '#cli/cluster-commands.js'
import { CLUSTERS_DEFAULTS, CLUSTERS_OPTIONS } from '#cli/cluster-options.js'
import { type Command, flagsOf } from '#cli/command.js'
import {
  type ClusterRequest,
  DRAIN_DEFAULTS,
  DRAIN_OPTIONS,
  type DrainRequest,
  parseCordon,
  parseDrain,
  parseTaint,
  TAINT_DEFAULTS,
  TAINT_OPTIONS,
  type TaintRequest,
} from './cluster-life-options.js'

export const cordonCommand: Command<ClusterRequest> = {
  name: 'cordon',
  usage: ['<name> [flags]'],
  summary: 'keep new objects away from a cluster',
  description: `Keeps new objects and more replicas away from a cluster. What is there stays. Concerns objects whose
clusters a policy chooses; other objects go to every cluster.`,
  flags: flagsOf(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS),
  parse: (argv, env) => parseCordon('cordon', argv, env),
  run: (request, output) =>
    reported(output, async (joining, print) => {
      print(await joining.cordonCluster(await hostAccess(joining, request), request.name))
    }),
}

export const uncordonCommand: Command<ClusterRequest> = {
  name: 'uncordon',
  usage: ['<name> [flags]'],
  summary: 'let a cluster have new objects again',
  description: `Lets a cluster have new objects again, after "binnacle cordon" or "binnacle drain". What has left
the cluster does not move back by itself.`,
  flags: flagsOf(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS),
  parse: (argv, env) => parseCordon('uncordon', argv, env),
  run: (request, output) =>
    reported(output, async (joining, print) => {
      print(await joining.uncordonCluster(await hostAccess(joining, request), request.name))
    }),
}

export const drainCommand: Command<DrainRequest> = {
  name: 'drain',
  usage: ['<name> [flags]'],
  summary: 'move the objects of a cluster to other clusters',
  description: `Cordons a cluster, moves its objects to other clusters and waits until their copies are gone. A copy
goes when those in the other clusters are ready. Objects for which no other cluster has room stay,
and the command says why; it fails if some are left at the end. Objects without a policy are in
every cluster and stay. "binnacle uncordon" ends it.`,
  flags: flagsOf(DRAIN_OPTIONS, DRAIN_DEFAULTS),
  parse: parseDrain,
  run: (request, output) =>
    reported(output, async (joining, print) => {
      const { name, timeoutMs } = request
      await joining.drainCluster({ name, timeoutMs, host: await hostAccess(joining, request) }, print)
    }),
}

export const taintCommand: Command<TaintRequest> = {
  name: 'taint cluster',
  usage: ['<name> <key>=<value>:<effect> … [flags]', '<name> <key>[:<effect>]- … [flags]'],
  summary: 'set or remove taints of a cluster',
  description: `Sets taints of a cluster, or removes those with a trailing "-". NoSchedule keeps new objects and
more replicas away, NoExecute also moves what is there to other clusters. Policies may tolerate
taints.

  binnacle taint cluster m1 maintenance=disks:NoExecute
  binnacle taint cluster m1 maintenance-`,
  flags: flagsOf(TAINT_OPTIONS, TAINT_DEFAULTS),
  parse: parseTaint,
  run: (request, output) =>
    reported(output, async (joining, print) => {
      print(await joining.taintCluster(await hostAccess(joining, request), request.name, request))
    }),
}
