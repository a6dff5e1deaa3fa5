import { LabelSelector } from '#meta/label-selector.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'
import { Placement, ResourceSelector } from './selectors.js'

const ATOMIC = { listType: 'atomic' } as const
const GIVEN = { ...ATOMIC, mustBeGiven: true } as const

export const ClusterWeight = struct(
  'dev.binnacle.federation.v1alpha1.ClusterWeight',
  'Share of some clusters in the replicas of an object.',
  () => ({
    clusterNames: optional(1, list(string), 'Names of the clusters; all clusters when empty.', ATOMIC),
    labelSelector: explicit(2, LabelSelector, 'Labels of the clusters.', { replace: true }),
    weight: required(3, int32, 'Share of each of these clusters, relative to the others.'),
  }),
)
export interface ClusterWeight extends Infer<typeof ClusterWeight> {}

export const SCHEDULING_TYPES = ['Divided', 'Duplicated']
export const DIVISIONS = ['FreeCapacity', 'Weight']

export const ReplicaScheduling = struct(
  'dev.binnacle.federation.v1alpha1.ReplicaScheduling',
  'How the replicas of an object are brought to its clusters.',
  () => ({
    type: optional(
      1,
      string,
      'Divided shares the replicas among the clusters, Duplicated gives each of them all.',
      { default: 'Divided', enum: SCHEDULING_TYPES },
    ),
    divideBy: explicit(
      2,
      string,
      'What shares depend on: weights, or how many replicas fit; Weight when absent.',
      { enum: DIVISIONS },
    ),
    weights: optional(
      3,
      list(ClusterWeight),
      'Weights; the first entry for a cluster counts, and a cluster without one gets no replicas. All clusters are equal when empty.',
      ATOMIC,
    ),
  }),
)
export interface ReplicaScheduling extends Infer<typeof ReplicaScheduling> {}

export const DEFAULT_GRACE_PERIOD_SECONDS = 300
export const CONFLICT_RESOLUTIONS = ['Adopt', 'Skip']

export const PropagationSpec = struct(
  'dev.binnacle.federation.v1alpha1.PropagationSpec',
  'Which objects are brought to which clusters, and how.',
  () => ({
    resourceSelectors: optional(1, list(ResourceSelector), 'Objects that the policy acts on.', GIVEN),
    placement: optional(2, Placement, 'Clusters of the objects.'),
    replicaScheduling: explicit(
      3,
      ReplicaScheduling,
      'How replicas are scheduled; when absent they are divided equally, and running ones stay where they are.',
    ),
    conflictResolution: optional(
      4,
      string,
      'What to do with an object of the same name in a cluster: leave it (Skip) or take it over (Adopt).',
      { default: 'Skip', enum: CONFLICT_RESOLUTIONS },
    ),
    preserveResourcesOnDeletion: optional(
      5,
      boolean,
      'Whether the copies stay in the clusters when an object is deleted.',
    ),
    propagateDependencies: optional(
      6,
      boolean,
      'Whether ConfigMaps, Secrets, ServiceAccounts and claims that a workload refers to follow it.',
    ),
    priority: optional(7, int32, 'Of two policies for one object the one with the higher priority acts.'),
    gracePeriodSeconds: explicit(
      8,
      int32,
      'How long a cluster that an object leaves keeps its copy while the others are not ready; 300 when absent.',
    ),
  }),
)
export interface PropagationSpec extends Infer<typeof PropagationSpec> {}
