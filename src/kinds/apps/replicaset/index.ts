import { autoscalingScale, extensionsScale } from '#kinds/apps/scale/index.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { workloadColumns } from '#kinds/shared/workload/columns.js'
import { mustKeepSelector } from '#kinds/shared/workload/rules.js'
import { workloadWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, type Conversion, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ReplicaSet as ReplicaSetV1 } from './apps-v1/schema.js'
import * as v1 from './apps-v1/schema.js'
import * as v1Rules from './apps-v1/validation.js'
import type { ReplicaSet } from './extensions-v1beta1/schema.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import { validateReplicaSetStatus } from './status-rules.js'

const replicaSetColumns: readonly Column<ReplicaSet | ReplicaSetV1>[] = [
  NAME,
  {
    name: 'Desired',
    type: 'integer',
    description: 'Pods that are wanted.',
    cell: ({ spec }) => spec.replicas ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description: 'Pods that there are.',
    cell: ({ status }) => status.replicas ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status.readyReplicas ?? 0,
  },
  AGE,
  ...workloadColumns,
]

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. They differ in how a selector is left out. */
const appsV1Conversion: Conversion<v1.ReplicaSet, v1beta1.ReplicaSet> = {
  fromStored: (object) => ({ ...object, spec: { ...object.spec, selector: object.spec.selector ?? null } }),
  toStored: (object) => ({
    ...object,
    spec: { ...object.spec, selector: object.spec.selector ?? undefined },
  }),
}

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
      },
    },
  ],
})
