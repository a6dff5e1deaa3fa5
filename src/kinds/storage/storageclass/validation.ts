import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { map, string } from '#schema/type.js'
import type { StorageClass, TopologySelectorLabelRequirement, TopologySelectorTerm } from './schema.js'

const MAX_PARAMETERS = 512
const MAX_PARAMETERS_SIZE = 256 * 1024
const RECLAIM_POLICIES = ['Delete', 'Retain']
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer']

export function validateStorageClass(object: Readonly<StorageClass>, errors: FieldErrors): void {
  const { provisioner, parameters = {} } = object
  validateProvisioner('provisioner', provisioner, errors)
  validateParameters(parameters, errors)
  mustBeOneOf('reclaimPolicy', object.reclaimPolicy, RECLAIM_POLICIES, errors)
  mustBeGivenAsOneOf('volumeBindingMode', object.volumeBindingMode, BINDING_MODES, errors)
  errors.eachDistinct('allowedTopologies', object.allowedTopologies, validateTerm)
}

export function validateProvisioner(field: string, name: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  else errors.format(field, name.toLowerCase(), qualifiedName)
}

export function validateParameters(parameters: Readonly<Record<string, string>>, errors: FieldErrors): void {
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

function validateTerm(
  { matchLabelExpressions }: TopologySelectorTerm,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  errors.eachDistinct('matchLabelExpressions', matchLabelExpressions, validateRequirement)
  const identity = identityOf(matchLabelExpressions ?? [])
  // A term without expressions counts as one that there is already.
  if (seen.has(identity) || identity === EMPTY) errors.duplicate('matchLabelExpressions', '')
  seen.add(identity)
}

/** The keys and values of a term, in whatever order they are. */
function identityOf(expressions: readonly TopologySelectorLabelRequirement[]): string {
  const byKey = new Map(expressions.map(({ key, values }) => [key, [...new Set(values)].sort()]))
  return JSON.stringify([...byKey].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const EMPTY = JSON.stringify([])

function validateRequirement(
  { key, values }: TopologySelectorLabelRequirement,
  errors: FieldErrors,
  keys: Set<string>,
): void {
  if ((values ?? []).length === 0) errors.required('values')
  errors.eachDistinct('values', values, (value, errors, seen) => {
    if (seen.has(value)) errors.duplicate('', value)
    seen.add(value)
  })
  errors.format('key', key, qualifiedName)
  if (keys.has(key)) errors.duplicate('key', key)
  keys.add(key)
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
}
