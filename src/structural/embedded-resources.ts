import { badRequest } from '#meta/api-error.js'
import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { dns1035Label } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { unknownFields } from '#schema/unknown-fields.js'
import type { UnknownFields } from './prune.js'
import type { StructuralSchema } from './schema.js'
import { MapKey, ValidationErrors } from './validation/validation-errors.js'
import { isJsonObject, type JsonObject } from './values.js'

type Embedded = JsonObject & { apiVersion?: unknown; kind?: unknown; metadata?: unknown }

/** Validates the metadata of an embedded object; `errors` is at the path of the object. */
export type MetadataRules = (metadata: ObjectMeta, errors: FieldErrors) => void

/**
 * Decodes the metadata of embedded objects in place, and removes unknown fields. Throws a bad request when a field of
 * it, `kind` or `apiVersion` has the wrong type.
 */
export function decodeEmbedded(schema: StructuralSchema, object: JsonObject, unknown?: UnknownFields): void {
  const mistake = embeddedTypeError(schema, object, '', unknown)
  if (mistake !== undefined) throw badRequest(`${mistake.field}: ${fieldErrorMessage(mistake)}`)
}

/** The same for any value at a path; returns the error instead of throwing a bad request. */
export function embeddedTypeError(
  schema: StructuralSchema,
  value: unknown,
  path: string,
  unknown?: UnknownFields,
): FieldError | undefined {
  try {
    decodeAll(schema, value, new ValidationErrors(path), unknown)
    return undefined
  } catch (error) {
    if (error instanceof Misshapen) return error.mistake
    throw error
  }
}

class Misshapen extends Error {
  readonly mistake: FieldError

  constructor(field: string, value: unknown, detail: string) {
    super(detail)
    this.mistake = { type: 'invalid', field, value, detail }
  }
}

function decodeAll(
  schema: StructuralSchema,
  value: unknown,
  errors: ValidationErrors,
  unknown: UnknownFields | undefined,
): void {
  forEachEmbedded(schema, value, errors, (embedded, { field }) => {
    for (const name of ['apiVersion', 'kind'] as const) {
      if (Object.hasOwn(embedded, name) && typeof embedded[name] !== 'string') {
        throw new Misshapen(within(field, name), embedded[name], 'must be a string')
      }
    }
    if (Object.hasOwn(embedded, 'metadata')) {
      embedded.metadata = decodeMetadata(embedded.metadata, within(field, 'metadata'), unknown)
    }
  })
}

const within = (field: string, member: string) => (field === '' ? member : `${field}.${member}`)

const decode = decoderOf(ObjectMeta)
/** How many unknown fields of one object's metadata are reported. */
const MAX_UNKNOWN = 100

function decodeMetadata(metadata: unknown, path: string, unknown: UnknownFields | undefined): JsonObject {
  if (!isJsonObject(metadata)) throw new Misshapen(path, metadata, 'must be an object')
  let decoded: ObjectMeta
  try {
    decoded = decode(metadata)
  } catch (error) {
    if (error instanceof DecodeError) throw new Misshapen(path, metadata, error.message)
    throw error
  }
  if (unknown !== undefined) {
    for (const field of unknownFields(ObjectMeta, metadata, MAX_UNKNOWN)) unknown.add(`${path}.${field}`)
  }
  return Object.fromEntries(
    Object.entries(decoded).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** Validates `kind`, `apiVersion` and `metadata` of every embedded object. */
export function validateEmbedded(
  schema: StructuralSchema,
  object: unknown,
  rules: MetadataRules,
  errors: ValidationErrors,
): void {
  forEachEmbedded(schema, object, errors, (embedded) => {
    validateVersion(embedded.apiVersion, errors)
    validateKind(embedded.kind, errors)
    const { metadata } = embedded
    if (isJsonObject(metadata)) validateMetadata(metadata as ObjectMeta, rules, errors)
  })
}

const NOT_GIVEN = 'must not be empty'

function validateVersion(version: unknown, errors: ValidationErrors): void {
  if (typeof version !== 'string') errors.add({ type: 'required', detail: NOT_GIVEN }, 'apiVersion')
  else if (version === '') errors.add({ type: 'invalid', value: '', detail: NOT_GIVEN }, 'apiVersion')
  else if (version.split('/').length > 2) {
    const detail = `unexpected GroupVersion string: ${version}`
    errors.add({ type: 'invalid', value: version, detail }, 'apiVersion')
  }
}

function validateKind(kind: unknown, errors: ValidationErrors): void {
  if (typeof kind !== 'string') {
    errors.add({ type: 'required', detail: NOT_GIVEN }, 'kind')
    return
  }
  if (kind === '') {
    errors.add({ type: 'invalid', value: '', detail: NOT_GIVEN }, 'kind')
    return
  }
  const problems = dns1035Label(kind.toLowerCase())
  if (problems.length === 0) return
  const detail = `may have mixed case, but should otherwise match: ${problems.join(',')}`
  errors.add({ type: 'invalid', value: kind, detail }, 'kind')
}

/** An embedded object need not have a name. */
const SOME_NAME = 'fakename'

function validateMetadata(metadata: ObjectMeta, rules: MetadataRules, errors: ValidationErrors): void {
  const metadataErrors = new FieldErrors()
  rules({ ...metadata, name: metadata.name ?? SOME_NAME }, metadataErrors)
  for (const { field, ...mistake } of metadataErrors.all) errors.add(mistake, field)
}

/** Visits every embedded object below the value; `errors` is at the path of the visited one. */
function forEachEmbedded(
  schema: StructuralSchema,
  value: unknown,
  errors: ValidationErrors,
  visit: (embedded: Embedded, errors: ValidationErrors) => void,
): void {
  if (!schema.hasEmbeddedResources || errors.isFull) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      errors.enter(index)
      if (schema.items) forEachEmbedded(schema.items, value[index], errors, visit)
      errors.leave()
    }
    return
  }
  if (!isJsonObject(value)) return
  if (schema.embeddedResource) visit(value, errors)
  const { properties, additionalProperties } = schema
  for (const name of Object.keys(value)) {
    const property = properties?.get(name)
    const member = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (member === undefined) continue
    errors.enter(property === undefined ? new MapKey(name) : name)
    forEachEmbedded(member, value[name], errors, visit)
    errors.leave()
  }
}
