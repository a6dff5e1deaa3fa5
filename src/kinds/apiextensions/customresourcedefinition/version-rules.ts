import type { FieldErrors } from '#meta/field-errors.js'
import { dns1035Label } from '#meta/formats.js'
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
} from './schema.js'

export function validateVersionName(
  { name }: Readonly<CustomResourceDefinitionVersion>,
  errors: FieldErrors,
): void {
  const messages = dns1035Label(name)
  if (messages.length > 0) errors.invalid('name', name, messages.join(','))
}

const MAX_WARNING_LENGTH = 256
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

export function validateDeprecation(
  { deprecated, deprecationWarning: text }: Readonly<CustomResourceDefinitionVersion>,
  errors: FieldErrors,
): void {
  if (text === undefined) return
  const reject = (message: string) => errors.invalid('deprecationWarning', text, message)
  if (!deprecated) {
    reject('can only be set for deprecated versions')
    return
  }
  if (Buffer.byteLength(text) > MAX_WARNING_LENGTH) reject(`must be <= ${MAX_WARNING_LENGTH} characters long`)
  if (text === '') reject('must not be an empty string')
  const at = text.search(UNPRINTABLE)
  if (at < 0) return
  const index = Buffer.byteLength(text.slice(0, at))
  reject(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`)
}

export function validateScalePaths(
  { specReplicasPath, statusReplicasPath, labelSelectorPath }: Readonly<CustomResourceSubresourceScale>,
  errors: FieldErrors,
): void {
  mustBePathBelow(['.spec'], 'specReplicasPath', specReplicasPath, errors)
  mustBePathBelow(['.status'], 'statusReplicasPath', statusReplicasPath, errors)
  if (labelSelectorPath) mustBePathBelow(['.spec', '.status'], 'labelSelectorPath', labelSelectorPath, errors)
}

function mustBePathBelow(roots: readonly string[], field: string, path: string, errors: FieldErrors): void {
  if (path === '') {
    errors.required(field)
    return
  }
  if (!mustBeSimplePath(field, path, errors) || roots.some((root) => path.startsWith(`${root}.`))) return
  const places = roots.length === 1 ? roots[0] : `either ${roots.join(' or ')}`
  errors.invalid(field, path, `should be a json path under ${places}`)
}

function mustBeSimplePath(field: string, path: string, errors: FieldErrors): boolean {
  if (path.startsWith('.')) return true
  errors.invalid(field, path, 'must be a simple json path starting with .')
  return false
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const oneOf = (words: readonly string[]) => `must be one of ${words.join(',')}`

export function validateColumn(
  { name, type, format, jsonPath }: Readonly<CustomResourceColumnDefinition>,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name')
  if (type === '') errors.required('type', oneOf(COLUMN_TYPES))
  else if (!COLUMN_TYPES.includes(type)) errors.invalid('type', type, oneOf(COLUMN_TYPES))
  if (format !== undefined && !COLUMN_FORMATS.includes(format)) {
    errors.invalid('format', format, oneOf(COLUMN_FORMATS))
  }
  if (jsonPath === '') errors.required('jsonPath')
  else mustBeSimplePath('jsonPath', jsonPath, errors)
}
