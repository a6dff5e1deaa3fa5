import type { FieldErrors } from '#meta/field-errors.js'
import { sameMeaning } from '#schema/equal.js'
import { type StatefulSet, StatefulSetSpec } from './schema.js'
import { validateLastingTemplate } from './validation.js'

/** What pods and claims that are there already depend on. */
const LASTING = ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'] as const

export function validateStatefulSetUpdate(
  set: Readonly<StatefulSet>,
  { spec: current }: Readonly<StatefulSet>,
  errors: FieldErrors,
): void {
  validateLastingTemplate(set, errors)
  const { spec } = set
  const { fields } = StatefulSetSpec
  if (LASTING.every((member) => sameMeaning(fields[member].type, spec[member], current[member]))) return
  errors.forbidden(
    'spec',
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  )
}
