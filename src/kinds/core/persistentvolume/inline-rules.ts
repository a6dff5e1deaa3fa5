import { mustBeAccessModes } from '#kinds/shared/access-modes.js'
import { validateOneOf } from '#kinds/shared/alternatives.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { PersistentVolumeSpec } from './schema.js'
import { SOURCES } from './source-rules.js'

const CONTEXT = 'in the context of inline volumes'
const NOT_HERE = `may not be specified ${CONTEXT}`

/** The rules on a volume that another object describes instead of naming it. Such a volume comes from a CSI driver. */
export function validateInlineVolume(spec: PersistentVolumeSpec, errors: FieldErrors): void {
  const { accessModes, persistentVolumeReclaimPolicy: policy, volumeMode } = spec
  if (spec.claimRef !== undefined) errors.forbidden('claimRef', NOT_HERE)
  if (spec.capacity !== undefined) errors.forbidden('capacity', NOT_HERE)
  if (spec.csi === undefined) errors.required('csi', `has to be specified ${CONTEXT}`)
  if (accessModes === undefined) errors.required('accessModes')
  else mustBeAccessModes('accessModes', accessModes, errors)
  if (policy !== undefined && policy !== 'Retain') {
    errors.forbidden('persistentVolumeReclaimPolicy', `may only be Retain ${CONTEXT}`)
  }
  if (spec.nodeAffinity !== undefined) errors.forbidden('nodeAffinity', NOT_HERE)
  if (!validateOneOf(spec, SOURCES, 'may not specify more than 1 volume type', errors)) {
    errors.required('', 'must specify a volume type')
  }
  if (spec.storageClassName) errors.forbidden('storageClassName', NOT_HERE)
  if (volumeMode !== undefined && volumeMode !== 'Filesystem') {
    errors.forbidden('volumeMode', `may not specify volumeMode other than Filesystem ${CONTEXT}`)
  }
}
