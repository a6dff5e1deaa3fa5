import { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { emptyOf } from '#schema/decode.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  intOrString,
  list,
  nullable,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'

export const RollingUpdateStatefulSetStrategy = struct(
  'io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy',
  'Pace and reach of a rolling stateful set update.',
  () => ({
    partition: explicit(
      1,
      int32,
      'Pods with a number below this one keep the old template; zero, which updates all, when left out.',
    ),
    maxUnavailable: explicit(
      2,
      intOrString,
      'Pods that may be down at once during an update. Dropped on write: its feature gate is off.',
    ),
  }),
)
export interface RollingUpdateStatefulSetStrategy extends Infer<typeof RollingUpdateStatefulSetStrategy> {}

const emptyRollingUpdate = emptyOf(RollingUpdateStatefulSetStrategy)

export const StatefulSetUpdateStrategy = withCompletion(
  struct(
    'io.k8s.api.apps.v1.StatefulSetUpdateStrategy',
    'How a stateful set replaces pods after a template change.',
    () => ({
      type: optional(
        1,
        string,
        'RollingUpdate replaces pods one after the other, OnDelete only after manual deletion; RollingUpdate when left out.',
        { enum: ['OnDelete', 'RollingUpdate'] },
      ),
      rollingUpdate: explicit(
        2,
        RollingUpdateStatefulSetStrategy,
        'Pace and reach of the update; only allowed with type RollingUpdate.',
      ),
    }),
  ),
  (strategy) => {
    // Only a strategy without a type gets a default `rollingUpdate`.
    if (strategy.type === undefined) {
      strategy.type = 'RollingUpdate'
      strategy.rollingUpdate ??= emptyRollingUpdate()
    }
    if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) strategy.rollingUpdate.partition ??= 0
  },
)
export interface StatefulSetUpdateStrategy extends Infer<typeof StatefulSetUpdateStrategy> {}

export const StatefulSetPersistentVolumeClaimRetentionPolicy = struct(
  'io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  'When to delete the claims made from the claim templates.',
  () => ({
    whenDeleted: optional(
      1,
      string,
      'Retain keeps the claims when the stateful set is deleted, Delete deletes them too; Retain when left out.',
      { default: 'Retain' },
    ),
    whenScaled: optional(
      2,
      string,
      'Retain keeps the claims of pods removed by scaling down, Delete deletes them; Retain when left out.',
      { default: 'Retain' },
    ),
  }),
)
export interface StatefulSetPersistentVolumeClaimRetentionPolicy
  extends Infer<typeof StatefulSetPersistentVolumeClaimRetentionPolicy> {}

export const StatefulSetOrdinals = struct(
  'io.k8s.api.apps.v1.StatefulSetOrdinals',
  'How the pods of a stateful set are numbered.',
  () => ({
    start: required(1, int32, 'Number of the first pod; the others follow it.', { mustBeGiven: false }),
  }),
)
export interface StatefulSetOrdinals extends Infer<typeof StatefulSetOrdinals> {}

/** A claim within a StatefulSet has `kind` and `apiVersion`, as if it were an object of its own. */
const VolumeClaimTemplate = withCompletion(PersistentVolumeClaim, (claim) => {
  PersistentVolumeClaim.complete?.(claim)
  claim.kind = 'PersistentVolumeClaim'
  claim.apiVersion = 'v1'
})

export const StatefulSetSpec = struct(
  'io.k8s.api.apps.v1.StatefulSetSpec',
  'Wanted behaviour of a stateful set.',
  () => ({
    replicas: explicit(1, int32, 'Number of pods wanted; one when left out, and an explicit zero is kept.', {
      default: 1,
    }),
    selector: nullable(
      2,
      LabelSelector,
      'Labels of the pods it manages; must match the template, and never changes.',
    ),
    template: required(3, PodTemplateSpec, 'Pod to run; its name is that of the stateful set and a number.'),
    volumeClaimTemplates: optional(
      4,
      list(VolumeClaimTemplate),
      'Templates of persistent volume claims; each pod gets its own claim from each. Never change.',
      { listType: 'atomic' },
    ),
    serviceName: required(
      5,
      string,
      'Headless service that gives the pods their DNS names; must exist before them, and never changes.',
      { mustBeGiven: false },
    ),
    podManagementPolicy: optional(
      6,
      string,
      'OrderedReady starts and stops pods one after the other, Parallel all at once; OrderedReady when left out.',
      { default: 'OrderedReady', enum: ['OrderedReady', 'Parallel'] },
    ),
    updateStrategy: optional(
      7,
      StatefulSetUpdateStrategy,
      'How existing pods are replaced after the template changes.',
    ),
    revisionHistoryLimit: explicit(
      8,
      int32,
      'Number of old template revisions kept for rollback; ten when left out.',
      { default: 10 },
    ),
    minReadySeconds: optional(
      9,
      int32,
      'Seconds a fresh pod has to stay ready before it counts as available; zero by default.',
    ),
    persistentVolumeClaimRetentionPolicy: explicit(
      10,
      StatefulSetPersistentVolumeClaimRetentionPolicy,
      'Whether to delete claims whose pods are gone; kept when left out.',
      { default: {} },
    ),
    ordinals: explicit(11, StatefulSetOrdinals, 'How the pods are numbered; from zero when left out.'),
  }),
)
export interface StatefulSetSpec extends Infer<typeof StatefulSetSpec> {}

export const StatefulSetCondition = struct(
  'io.k8s.api.apps.v1.StatefulSetCondition',
  'One condition of a stateful set.',
  () => ({
    type: required(1, string, 'Type of the condition, unique in the list.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }),
)
export interface StatefulSetCondition extends Infer<typeof StatefulSetCondition> {}

export const StatefulSetStatus = struct(
  'io.k8s.api.apps.v1.StatefulSetStatus',
  'Observed state of a stateful set.',
  () => ({
    observedGeneration: optional(1, int64, 'Generation of the stateful set that the numbers refer to.'),
    replicas: required(2, int32, 'Pods that exist.'),
    readyReplicas: optional(3, int32, 'Pods that pass their readiness checks.'),
    currentReplicas: optional(4, int32, 'Pods made from the template of currentRevision.'),
    updatedReplicas: optional(5, int32, 'Pods made from the template of updateRevision.'),
    currentRevision: optional(6, string, 'Revision that pods not yet updated are made from.'),
    updateRevision: optional(7, string, 'Revision that updated pods are made from.'),
    collisionCount: explicit(
      9,
      int32,
      'Number of name clashes met while creating revisions; never goes down.',
    ),
    conditions: optional(10, list(StatefulSetCondition), 'Conditions of the stateful set, one per type.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
    availableReplicas: required(11, int32, 'Pods that have been ready for at least minReadySeconds.', {
      mustBeGiven: false,
    }),
  }),
)
export interface StatefulSetStatus extends Infer<typeof StatefulSetStatus> {}

export const StatefulSet = struct(
  'io.k8s.api.apps.v1.StatefulSet',
  'Runs pods that keep their names and their storage.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the stateful set.'),
    spec: optional(2, StatefulSetSpec, 'Wanted behaviour: which pods to run, with which storage.'),
    status: optional(
      3,
      StatefulSetStatus,
      'Last reported state, written by the controller; may lag behind reality.',
    ),
  }),
)
export interface StatefulSet extends Infer<typeof StatefulSet> {}
