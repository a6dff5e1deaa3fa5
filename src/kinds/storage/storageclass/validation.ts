import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { list, map, string } from '#schema/type.js'
import { type StorageClass, type TopologySelectorLabelRequirement, TopologySelectorTerm } from './schema.js'

const MAX_PARAMETERS = 512
const MAX_PARAMETERS_SIZE = 256 * 1024
const RECLAIM_POLICIES = ['Delete', 'Retain']
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer']

export function validateStorageClass(object: Readonly<StorageClass>, errors: FieldErrors): void {
  const { provisioner, parameters = {} } = object
  if (provisioner === '') errors.required('provisioner')
  else errors.format('provisioner', provisioner.toLowerCase(), qualifiedName)
  validateParameters(parameters, errors)
  mustBeOneOf('reclaimPolicy', object.reclaimPolicy, RECLAIM_POLICIES, errors)
  mustBeGivenAsOneOf('volumeBindingMode', object.volumeBindingMode, BINDING_MODES, errors)
  errors.each('allowedTopologies', object.allowedTopologies, validateTerm)
}

function validateParameters(parameters: Readonly<Record<string, string>>, errors: FieldErrors): void {
  const entries = Object.entries(parameters)
  if (entries.length > MAX_PARAMETERS) {
    errors.tooLarge('parameters', MAX_PARAMETERS)
    return
  }
  let size = 0
  for (const [key, value] of entries) {
    if (key === '') errors.invalid('parameters', key, 'field can not be empty.')
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (size > MAX_PARAMETERS_SIZE) errors.tooLarge('parameters', MAX_PARAMETERS_SIZE)
}

function validateTerm({ matchLabelExpressions }: TopologySelectorTerm, errors: FieldErrors): void {
  errors.each('matchLabelExpressions', matchLabelExpressions, validateRequirement)
}

function validateRequirement({ key, values }: TopologySelectorLabelRequirement, errors: FieldErrors): void {
  if ((values ?? []).length === 0) errors.required('values')
  const seen = new Set<string>()
  values?.forEach((value, index) => {
    errors.format(`values[${index}]`, value, labelValue)
    if (seen.has(value)) errors.duplicate(`values[${index}]`, value)
    seen.add(value)
  })
  errors.format('key', key, qualifiedName)
}

/** Settings that existing volumes were made with are immutable. */
export function validateStorageClassUpdate(
  object: Readonly<StorageClass>,
  current: Readonly<StorageClass>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(map(string), object.parameters, current.parameters)) {
    errors.forbidden('parameters', 'updates to parameters are forbidden.')
  }
  if (object.provisioner !== current.provisioner) {
    errors.forbidden('provisioner', 'updates to provisioner are forbidden.')
  }
  if (object.reclaimPolicy !== current.reclaimPolicy) {
    errors.forbidden('reclaimPolicy', 'updates to reclaimPolicy are forbidden.')
  }
  if (object.volumeBindingMode !== current.volumeBindingMode) {
    errors.invalid('volumeBindingMode', object.volumeBindingMode, 'field is immutable')
  }
  if (!semanticEqual(list(TopologySelectorTerm), object.allowedTopologies, current.allowedTopologies)) {
    errors.invalid('allowedTopologies', object.allowedTopologies, 'field is immutable')
  }
}
