import { shownAsControllerRevisions } from '#kinds/apps/revisions/controller-revisions.js'
import { recordsUnder } from '#kinds/apps/revisions/record.js'
import { autoscalingScale } from '#kinds/apps/scale/index.js'
import { appsV1 } from '#kinds/groups.js'
import { rfc1123Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { validateStatefulSetUpdate } from './change-rules.js'
import { statefulSetColumns } from './columns.js'
import { StatefulSet } from './schema.js'
import { validateStatefulSetStatus } from './status-rules.js'
import { validateNewStatefulSet, validateStatefulSet } from './validation.js'
import { statefulSetWarnings } from './warnings.js'

const history = shownAsControllerRevisions('StatefulSet')

export const statefulSet = builtInKind<StatefulSet>({
  kind: 'StatefulSet',
  plural: 'statefulsets',
  singular: 'statefulset',
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  // Pods are named after it, and hosts after the pods.
  nameFormat: rfc1123Label,
  strategy: { auxiliaryRecords: recordsUnder(history.records) },
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
