import { autoscalingScale, extensionsScale } from '#kinds/apps/scale/index.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { mustKeepSelector } from '#kinds/shared/selector-change.js'
import { workloadWarnings } from '#kinds/shared/workload-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import * as v1 from './apps-v1/schema.js'
import * as v1Rules from './apps-v1/validation.js'
import { replicaSetColumns } from './columns.js'
import { appsV1Conversion } from './conversion.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import { validateReplicaSetStatus } from './status-rules.js'

export const replicaSet = builtInKind<v1beta1.ReplicaSet>({
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: v1beta1.ReplicaSet,
    subresources: [extensionsScale, statusOf('ReplicaSet')],
    columns: replicaSetColumns,
    rules: {
      validate: v1beta1Rules.validateReplicaSet,
      validateStatusUpdate: validateReplicaSetStatus,
    },
  },
  otherVersions: [
    {
      ...appsV1,
      aliases: ['apps/v1beta2', 'extensions/v1beta1'],
      nameFormat: rfc1123Subdomain,
      schema: v1.ReplicaSet,
      subresources: [autoscalingScale, statusOf('ReplicaSet')],
      columns: replicaSetColumns,
      conversion: appsV1Conversion,
      rules: {
        validate: v1Rules.validateReplicaSet,
        validateUpdate: mustKeepSelector,
        validateStatusUpdate: validateReplicaSetStatus,
        warnings: workloadWarnings,
        warnsOfChangesOnly: true,
      },
    },
  ],
})
