import { conditionFields, statusFields } from '#kinds/apps/deployment/status-fields.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { emptyOf } from '#schema/decode.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  intOrString,
  nullable,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

export const RollingUpdateDeployment = struct(
  'io.k8s.api.apps.v1.RollingUpdateDeployment',
  'Limits that a rolling deployment update has to respect.',
  () => ({
    maxUnavailable: explicit(
      1,
      intOrString,
      'Pods that may be missing below the wanted count, as number or percentage; default 25%.',
      { default: '25%' },
    ),
    maxSurge: explicit(
      2,
      intOrString,
      'Pods allowed above the wanted count, as number or percentage; default 25%.',
      { default: '25%' },
    ),
  }),
)
export interface RollingUpdateDeployment extends Infer<typeof RollingUpdateDeployment> {}

const emptyRollingUpdate = emptyOf(RollingUpdateDeployment)

export const DeploymentStrategy = withCompletion(
  struct(
    'io.k8s.api.apps.v1.DeploymentStrategy',
    'How a deployment exchanges old pods for new ones.',
    () => ({
      type: optional(
        1,
        string,
        'Recreate stops all old pods first, RollingUpdate goes step by step; RollingUpdate when left out.',
        { default: 'RollingUpdate', enum: ['Recreate', 'RollingUpdate'] },
      ),
      rollingUpdate: explicit(
        2,
        RollingUpdateDeployment,
        'Limits for the stepwise exchange; not allowed with Recreate.',
      ),
    }),
  ),
  (strategy) => {
    if (strategy.type === 'RollingUpdate') strategy.rollingUpdate ??= emptyRollingUpdate()
  },
)
export interface DeploymentStrategy extends Infer<typeof DeploymentStrategy> {}

export const DeploymentSpec = struct(
  'io.k8s.api.apps.v1.DeploymentSpec',
  'Wanted behaviour of a deployment.',
  () => ({
    replicas: explicit(1, int32, 'Number of pods wanted; one when left out, and an explicit zero is kept.', {
      default: 1,
    }),
    selector: nullable(
      2,
      LabelSelector,
      'Labels of the pods it manages; must match the template, and never changes.',
    ),
    template: required(3, PodTemplateSpec, 'Pod to run; changing it starts a new rollout.'),
    strategy: optional(
      4,
      DeploymentStrategy,
      'How old pods give way to new ones; RollingUpdate when left out.',
      { retainKeys: true },
    ),
    minReadySeconds: optional(
      5,
      int32,
      'Seconds a new pod must be ready, without crashing, before it counts as available.',
    ),
    revisionHistoryLimit: explicit(
      6,
      int32,
      'Number of old replica sets kept so that a rollback stays possible; ten when left out.',
      { default: 10 },
    ),
    paused: optional(7, boolean, 'True holds back rollouts of template changes until set to false.'),
    progressDeadlineSeconds: explicit(
      9,
      int32,
      'Seconds without progress before the rollout is reported as failed; must exceed minReadySeconds.',
      { default: 600 },
    ),
  }),
)
export interface DeploymentSpec extends Infer<typeof DeploymentSpec> {}

export const DeploymentCondition = struct(
  'io.k8s.api.apps.v1.DeploymentCondition',
  'One finding about a deployment.',
  () => conditionFields,
)
export interface DeploymentCondition extends Infer<typeof DeploymentCondition> {}

export const DeploymentStatus = struct(
  'io.k8s.api.apps.v1.DeploymentStatus',
  'Observed state of a deployment.',
  () => statusFields(DeploymentCondition),
)
export interface DeploymentStatus extends Infer<typeof DeploymentStatus> {}

export const Deployment = struct(
  'io.k8s.api.apps.v1.Deployment',
  'Keeps a set of identical pods running and rolls out template changes through replica sets.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the deployment.'),
    spec: optional(2, DeploymentSpec, 'Wanted state: pod count, template and rollout settings.'),
    status: optional(
      3,
      DeploymentStatus,
      'State last observed by the deployment controller; ignored on normal writes.',
    ),
  }),
)
export interface Deployment extends Infer<typeof Deployment> {}
