import { autoscalingScale, extensionsScale } from '#kinds/apps/scale/index.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { hasSelector } from '#kinds/shared/has-selector.js'
import { replicaColumns, workloadColumns } from '#kinds/shared/workload/columns.js'
import { validateReplicaStatus } from '#kinds/shared/workload/counts.js'
import {
  CURRENT_MESSAGES,
  LEGACY_MESSAGES,
  mustKeepSelector,
  validateReplicatedPods,
  type WorkloadMessages,
} from '#kinds/shared/workload/rules.js'
import { dropTerminatingReplicas, templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { workloadWarnings } from '#kinds/shared/workload/warnings.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, type Conversion, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import * as v1 from './apps-v1/schema.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'

function validateReplicaSet({ spec }: Readonly<v1.ReplicaSet>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec, CURRENT_MESSAGES)
}

function validateLegacyReplicaSet({ spec }: Readonly<v1beta1.ReplicaSet>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec, LEGACY_MESSAGES)
}

function validateSpec(
  spec: v1.ReplicaSetSpec | v1beta1.ReplicaSetSpec,
  errors: FieldErrors,
  words: WorkloadMessages,
): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  validateReplicatedPods(spec, words, errors)
}

const replicaSetColumns: readonly Column<v1.ReplicaSet | v1beta1.ReplicaSet>[] = [
  NAME,
  ...replicaColumns,
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
  isSameJson: hasSelector,
}

export const replicaSet = builtInKind<v1beta1.ReplicaSet>({
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  strategy: { ...templateStrategy, prepareForStatusUpdate: dropTerminatingReplicas },
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: v1beta1.ReplicaSet,
    subresources: [extensionsScale, statusOf('ReplicaSet')],
    columns: replicaSetColumns,
    rules: {
      validate: validateLegacyReplicaSet,
      validateStatusUpdate: validateReplicaStatus,
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
        validate: validateReplicaSet,
        validateUpdate: mustKeepSelector,
        validateStatusUpdate: validateReplicaStatus,
        warnings: workloadWarnings,
        warnsOfChangesOnly: true,
      },
    },
  ],
})
