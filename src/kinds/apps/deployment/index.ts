import { defineKind, statusOf } from '../../../registry/kind.js'
import { extensionsV1beta1 } from '../../groups.js'
import { scaleSubresource } from '../scale/index.js'
import { deploymentColumns } from './columns.js'
import { revisionRecords } from './revisions.js'
import { rollbackEndpoint } from './rollback.js'
import { Deployment, DeploymentRollback } from './schema.js'
import { validateDeployment, validateDeploymentStatus } from './validation.js'

export const deployment = defineKind<Deployment>({
  kind: 'Deployment',
  plural: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  // Annotations count because a rollback is asked for, and remembered, in them.
  generation: ['spec', 'annotations'],
  strategy: {
    auxiliaryRecords: revisionRecords,
    // A report of the status may annotate the deployment, but not label it.
    prepareForStatusUpdate: ({ metadata }, current) => {
      metadata.labels = current.metadata.labels
    },
  },
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta1', 'apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
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
    columns: deploymentColumns,
    rules: { validate: validateDeployment, validateStatusUpdate: validateDeploymentStatus },
  },
})
