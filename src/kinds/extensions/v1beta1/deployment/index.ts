import { defineResource, statusOf } from '../../../../registry/definition.js'
import { extensionsV1beta1 } from '../group.js'
import { scaleSubresource } from '../scale/index.js'
import { deploymentColumns } from './columns.js'
import { revisionCompanions } from './revisions.js'
import { rollbackEndpoint } from './rollback.js'
import { Deployment, DeploymentRollback } from './schema.js'
import { validateDeployment, validateDeploymentStatus } from './validation.js'

export const deployment = defineResource<Deployment>({
  ...extensionsV1beta1,
  kind: 'Deployment',
  plural: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
  categories: ['all'],
  otherVersions: ['apps/v1beta1', 'apps/v1beta2', 'apps/v1'],
  orphansDependents: true,
  namespaced: true,
  schema: Deployment,
  subresources: [
    {
      name: 'rollback',
      kind: 'DeploymentRollback',
      schema: DeploymentRollback,
      verbs: ['create'],
      endpoint: rollbackEndpoint,
    },
    scaleSubresource,
    statusOf('Deployment'),
  ],
  // Annotations count because a rollback is asked for, and remembered, in them.
  generation: ['spec', 'annotations'],
  columns: deploymentColumns,
  strategy: {
    companions: revisionCompanions,
    // Whoever reports the status may annotate the deployment, but not label it.
    prepareForStatusUpdate: ({ metadata }, current) => {
      metadata.labels = current.metadata.labels
    },
    validate: validateDeployment,
    validateStatusUpdate: validateDeploymentStatus,
  },
})
