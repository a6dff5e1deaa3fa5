import { replicaSetHistory } from '#kinds/apps/revisions/replica-sets.js'
import { templateHistoryChanges } from '#kinds/apps/revisions/template-history.js'
import { autoscalingScale, extensionsScale } from '#kinds/apps/scale/index.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { workloadColumns } from '#kinds/shared/workload/columns.js'
import { mustKeepSelector } from '#kinds/shared/workload/rules.js'
import { dropTerminatingReplicas, templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { workloadWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Deployment as DeploymentV1 } from './apps-v1/schema.js'
import * as v1 from './apps-v1/schema.js'
import { appsV1Conversion } from './conversion.js'
import type { Deployment } from './extensions-v1beta1/schema.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import { rollback } from './rollback.js'
import { validateDeployment, validateDeploymentStatus, validateLegacyDeployment } from './validation.js'

const deploymentColumns: readonly Column<Deployment | DeploymentV1>[] = [
  NAME,
  {
    name: 'Ready',
    type: 'string',
    description: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    type: 'string',
    description: 'Pods that follow the current template.',
    cell: ({ status }) => status.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    type: 'string',
    description: 'Pods that have been ready long enough to count.',
    cell: ({ status }) => status.availableReplicas ?? 0,
  },
  AGE,
  ...workloadColumns,
]

export const deployment = builtInKind<v1beta1.Deployment>({
  kind: 'Deployment',
  plural: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  // Annotations count because they request and record rollbacks.
  generation: ['spec', 'annotations'],
  strategy: {
    ...templateStrategy,
    auxiliaryRecords: templateHistoryChanges(replicaSetHistory.records),
    // A status update may change annotations, but not labels.
    prepareForStatusUpdate: (deployment, current) => {
      deployment.metadata.labels = current.metadata.labels
      dropTerminatingReplicas(deployment, current)
    },
    keptFields: { status: [['metadata', 'labels']] },
  },
  history: replicaSetHistory,
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta1', 'apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: v1beta1.Deployment,
    subresources: [rollback, extensionsScale, statusOf('Deployment')],
    columns: deploymentColumns,
    rules: {
      validate: validateLegacyDeployment,
      validateStatusUpdate: validateDeploymentStatus,
    },
  },
  otherVersions: [
    {
      ...appsV1,
      aliases: ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'],
      nameFormat: rfc1123Subdomain,
      schema: v1.Deployment,
      subresources: [autoscalingScale, statusOf('Deployment')],
      columns: deploymentColumns,
      conversion: appsV1Conversion,
      rules: {
        validate: validateDeployment,
        validateUpdate: mustKeepSelector,
        validateStatusUpdate: validateDeploymentStatus,
        warnings: workloadWarnings,
        warnsOfChangesOnly: true,
      },
    },
  ],
})
