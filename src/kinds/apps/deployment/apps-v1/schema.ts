import { deploymentTypes } from '#kinds/apps/deployment/schema.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, int32, nullable } from '#schema/type.js'

const types = deploymentTypes('io.k8s.api.apps.v1', {
  selector: nullable(
    2,
    LabelSelector,
    'Labels of the pods it manages; must match the template, and never changes.',
  ),
  template: PodTemplateSpec,
  strategies: ['Recreate', 'RollingUpdate'],
  limit: { default: '25%', words: '25%' },
  revisionHistoryLimit: explicit(
    6,
    int32,
    'Number of old replica sets kept so that a rollback stays possible; ten when left out.',
    { default: 10 },
  ),
  rollback: {},
})

export const { Deployment } = types
export interface DeploymentSpec extends Infer<typeof types.DeploymentSpec> {}
export interface Deployment extends Infer<typeof Deployment> {}
