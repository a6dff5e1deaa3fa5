import { deploymentTypes } from '#kinds/apps/deployment/schema.js'
import { LegacyPodTemplateSpec, labelsFromTemplate } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  map,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

const PREFIX = 'io.k8s.api.extensions.v1beta1'

const RollbackConfig = struct(`${PREFIX}.RollbackConfig`, 'Target of a deployment rollback.', () => ({
  revision: optional(
    1,
    int64,
    'Revision number to return to; zero or absent means the one before the current.',
  ),
}))
export interface RollbackConfig extends Infer<typeof RollbackConfig> {}

const types = deploymentTypes(PREFIX, {
  selector: explicit(
    2,
    LabelSelector,
    'Labels of the pods it manages; taken from the template when left out.',
  ),
  template: LegacyPodTemplateSpec,
  limit: { default: 1, words: 'one' },
  revisionHistoryLimit: explicit(
    6,
    int32,
    'Number of old replica sets kept so that a rollback stays possible.',
    { default: 2 },
  ),
  rollback: {
    rollbackTo: explicit(
      8,
      RollbackConfig,
      'Rollback waiting to be carried out; the controller clears it when done.',
    ),
  },
})

export const Deployment = withCompletion(types.Deployment, labelsFromTemplate)
export interface RollingUpdateDeployment extends Infer<typeof types.RollingUpdateDeployment> {}
export interface DeploymentStrategy extends Infer<typeof types.DeploymentStrategy> {}
export interface DeploymentSpec extends Infer<typeof types.DeploymentSpec> {}
export interface DeploymentStatus extends Infer<typeof types.DeploymentStatus> {}
export interface Deployment extends Infer<typeof Deployment> {}

export const DeploymentRollback = struct(
  `${PREFIX}.DeploymentRollback`,
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
