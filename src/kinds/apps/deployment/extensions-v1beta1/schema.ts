import { conditionFields, statusFields } from '#kinds/apps/deployment/status-fields.js'
import { LegacyPodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { labelsFromTemplate } from '#kinds/shared/workload-defaults.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { emptyOf } from '#schema/decode.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  int64,
  intOrString,
  map,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

export const RollingUpdateDeployment = struct(
  'io.k8s.api.extensions.v1beta1.RollingUpdateDeployment',
  'Limits that a rolling deployment update has to respect.',
  () => ({
    maxUnavailable: explicit(
      1,
      intOrString,
      'Pods that may be missing below the wanted count, as number or percentage; default one.',
      { default: 1 },
    ),
    maxSurge: explicit(
      2,
      intOrString,
      'Pods allowed above the wanted count, as number or percentage; default one.',
      { default: 1 },
    ),
  }),
)
export interface RollingUpdateDeployment extends Infer<typeof RollingUpdateDeployment> {}

const emptyRollingUpdate = emptyOf(RollingUpdateDeployment)

export const DeploymentStrategy = withCompletion(
  struct(
    'io.k8s.api.extensions.v1beta1.DeploymentStrategy',
    'How a deployment exchanges old pods for new ones.',
    () => ({
      type: optional(
        1,
        string,
        'Recreate stops all old pods first, RollingUpdate goes step by step; RollingUpdate when left out.',
        { default: 'RollingUpdate' },
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

export const RollbackConfig = struct(
  'io.k8s.api.extensions.v1beta1.RollbackConfig',
  'Target of a deployment rollback.',
  () => ({
    revision: optional(
      1,
      int64,
      'Revision number to return to; zero or absent means the one before the current.',
    ),
  }),
)
export interface RollbackConfig extends Infer<typeof RollbackConfig> {}

export const DeploymentSpec = struct(
  'io.k8s.api.extensions.v1beta1.DeploymentSpec',
  'Wanted behaviour of a deployment.',
  () => ({
    replicas: explicit(1, int32, 'Number of pods wanted; one when left out, and an explicit zero is kept.', {
      default: 1,
    }),
    selector: explicit(
      2,
      LabelSelector,
      'Labels of the pods it manages; taken from the template when left out.',
    ),
    template: required(3, LegacyPodTemplateSpec, 'Pod to run; changing it starts a new rollout.'),
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
      'Number of old replica sets kept so that a rollback stays possible.',
      { default: 2 },
    ),
    paused: optional(7, boolean, 'True holds back rollouts of template changes until set to false.'),
    rollbackTo: explicit(
      8,
      RollbackConfig,
      'Rollback waiting to be carried out; the controller clears it when done.',
    ),
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
  'io.k8s.api.extensions.v1beta1.DeploymentCondition',
  'One finding about a deployment.',
  () => conditionFields,
)
export interface DeploymentCondition extends Infer<typeof DeploymentCondition> {}

export const DeploymentStatus = struct(
  'io.k8s.api.extensions.v1beta1.DeploymentStatus',
  'Observed state of a deployment.',
  () => statusFields(DeploymentCondition),
)
export interface DeploymentStatus extends Infer<typeof DeploymentStatus> {}

export const Deployment = withCompletion(
  struct(
    'io.k8s.api.extensions.v1beta1.Deployment',
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
  ),
  labelsFromTemplate,
)
export interface Deployment extends Infer<typeof Deployment> {}

export const DeploymentRollback = struct(
  'io.k8s.api.extensions.v1beta1.DeploymentRollback',
  'Request body that asks a deployment to return to an earlier revision.',
  () => ({
    ...typeMeta,
    name: required(1, string, 'Deployment to roll back; this name decides, not the one in the URL.'),
    updatedAnnotations: optional(
      2,
      map(string),
      'Annotations to set on the deployment together with the rollback.',
    ),
    rollbackTo: required(3, RollbackConfig, 'Which revision of the deployment to go back to.'),
  }),
)
export interface DeploymentRollback extends Infer<typeof DeploymentRollback> {}
