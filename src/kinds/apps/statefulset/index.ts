import { controllerRevisionHistory } from '#kinds/apps/revisions/controller-revisions.js'
import { templateHistoryChanges } from '#kinds/apps/revisions/template-history.js'
import { autoscalingScale } from '#kinds/apps/scale/index.js'
import { appsV1 } from '#kinds/groups.js'
import { claimSpecWarnings } from '#kinds/shared/storage/claim-warnings.js'
import { containerColumns } from '#kinds/shared/workload/columns.js'
import { templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { templateWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { StatefulSet } from './schema.js'
import {
  validateNewStatefulSet,
  validateStatefulSet,
  validateStatefulSetStatus,
  validateStatefulSetUpdate,
} from './validation.js'

const statefulSetColumns: readonly Column<StatefulSet>[] = [
  NAME,
  {
    name: 'Ready',
    type: 'string',
    description: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  AGE,
  ...containerColumns,
]

/** Removes the field of a feature that is off. */
function dropMaxUnavailable({ spec }: StatefulSet): void {
  const { rollingUpdate } = spec.updateStrategy
  if (rollingUpdate) rollingUpdate.maxUnavailable = undefined
}

/** A negative limit is valid but rarely intended. */
function statefulSetWarnings(
  object: Readonly<StatefulSet>,
  current: Readonly<StatefulSet> | undefined,
  isChanged: boolean,
): readonly string[] {
  const { volumeClaimTemplates = [], revisionHistoryLimit = 0 } = object.spec
  return [
    ...templateWarnings(object, current, isChanged),
    ...volumeClaimTemplates.flatMap(({ spec }, index) =>
      // On updates the path in Kubernetes has `Spec` in it.
      claimSpecWarnings(spec, `spec.volumeClaimTemplates[${index}]${current ? '.Spec' : ''}`),
    ),
    ...(revisionHistoryLimit < 0 ? UNLIMITED_HISTORY : NONE),
  ]
}

const NONE: readonly string[] = []
const UNLIMITED_HISTORY = [
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
]

const history = controllerRevisionHistory('StatefulSet')

export const statefulSet = builtInKind<StatefulSet>({
  kind: 'StatefulSet',
  plural: 'statefulsets',
  singular: 'statefulset',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  // Pods, and therefore hosts, are named after it.
  nameFormat: rfc1123Label,
  strategy: {
    dropDisabledFields(object, current, context) {
      templateStrategy.dropDisabledFields?.(object, current, context)
      dropMaxUnavailable(object)
    },
    auxiliaryRecords: templateHistoryChanges(history.records),
  },
  history,
  storageVersion: {
    ...appsV1,
    aliases: ['apps/v1beta1', 'apps/v1beta2'],
    schema: StatefulSet,
    subresources: [autoscalingScale, statusOf('StatefulSet')],
    columns: statefulSetColumns,
    rules: {
      validate: validateStatefulSet,
      validateCreate: validateNewStatefulSet,
      validateUpdate: validateStatefulSetUpdate,
      validateStatusUpdate: validateStatefulSetStatus,
      warnings: statefulSetWarnings,
    },
  },
})
