import { conditionFields, statusFields } from '#kinds/apps/daemonset/status-fields.js'
import { LegacyPodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { labelsFromTemplate } from '#kinds/shared/workload-defaults.js'
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
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

export const RollingUpdateDaemonSet = struct(
  'io.k8s.api.extensions.v1beta1.RollingUpdateDaemonSet',
  'Pace of a rolling daemon set update.',
  () => ({
    maxUnavailable: explicit(
      1,
      intOrString,
      'Pods that may be down at once, as count or percentage; one when left out.',
    ),
  }),
)
export interface RollingUpdateDaemonSet extends Infer<typeof RollingUpdateDaemonSet> {}

const emptyRollingUpdate = emptyOf(RollingUpdateDaemonSet)

export const DaemonSetUpdateStrategy = withCompletion(
  struct(
    'io.k8s.api.extensions.v1beta1.DaemonSetUpdateStrategy',
    'How a daemon set replaces pods after a template change.',
    () => ({
      type: optional(
        1,
        string,
        'RollingUpdate replaces pods automatically, OnDelete only after manual deletion; OnDelete when left out.',
        { default: 'OnDelete' },
      ),
      rollingUpdate: explicit(
        2,
        RollingUpdateDaemonSet,
        'Pace of the replacement; used only with type RollingUpdate.',
      ),
    }),
  ),
  (strategy) => {
    const rolls = strategy.type === 'RollingUpdate'
    if (rolls) strategy.rollingUpdate ??= emptyRollingUpdate()
    // Where it does not roll, a limit that was not given is no limit but zero, and has always been shown so.
    if (strategy.rollingUpdate) strategy.rollingUpdate.maxUnavailable ??= rolls ? 1 : 0
  },
)
export interface DaemonSetUpdateStrategy extends Infer<typeof DaemonSetUpdateStrategy> {}

export const DaemonSetSpec = struct(
  'io.k8s.api.extensions.v1beta1.DaemonSetSpec',
  'Wanted behaviour of a daemon set.',
  () => ({
    selector: explicit(
      1,
      LabelSelector,
      'Labels of the pods it manages; copied from the template when left out.',
    ),
    template: required(2, LegacyPodTemplateSpec, 'Pod to run on each node whose labels and taints allow it.'),
    updateStrategy: optional(
      3,
      DaemonSetUpdateStrategy,
      'How existing pods are replaced after the template changes.',
    ),
    minReadySeconds: optional(
      4,
      int32,
      'Seconds a fresh pod has to stay ready before it counts as available; zero by default.',
    ),
    templateGeneration: optional(
      5,
      int64,
      'Sequence number of the pod template, raised by the server with each template change.',
    ),
    revisionHistoryLimit: explicit(
      6,
      int32,
      'Number of old template revisions kept for rollback; ten when left out.',
      { default: 10 },
    ),
  }),
)
export interface DaemonSetSpec extends Infer<typeof DaemonSetSpec> {}

export const DaemonSetCondition = struct(
  'io.k8s.api.extensions.v1beta1.DaemonSetCondition',
  'One finding about a daemon set.',
  () => conditionFields,
)
export interface DaemonSetCondition extends Infer<typeof DaemonSetCondition> {}

export const DaemonSetStatus = struct(
  'io.k8s.api.extensions.v1beta1.DaemonSetStatus',
  'Observed state of a daemon set, counted in nodes.',
  () => statusFields(DaemonSetCondition),
)
export interface DaemonSetStatus extends Infer<typeof DaemonSetStatus> {}

export const DaemonSet = withCompletion(
  struct(
    'io.k8s.api.extensions.v1beta1.DaemonSet',
    'Runs one copy of a pod on every node that qualifies.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the daemon set.'),
      spec: optional(2, DaemonSetSpec, 'Wanted behaviour: which pods to run and how to update them.'),
      status: optional(
        3,
        DaemonSetStatus,
        'Last reported state, written by the controller; may lag behind reality.',
      ),
    }),
  ),
  labelsFromTemplate,
)
export interface DaemonSet extends Infer<typeof DaemonSet> {}
