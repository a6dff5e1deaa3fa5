import { badRequest } from '#meta/api-error.js'
import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { dns1035Label } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { unknownFields } from '#schema/unknown-fields.js'
import { Findings, MapKey } from './findings.js'
import type { UnknownFields } from './prune.js'
import type { StructuralSchema } from './schema.js'
import { isMembers, type Members } from './values.js'

type Embedded = Members & { apiVersion?: unknown; kind?: unknown; metadata?: unknown }

/** The rules on the metadata of an embedded object; `errors` stands at the object. */
export type MetadataRules = (metadata: ObjectMeta, errors: FieldErrors) => void

/**
 * Takes the metadata of embedded objects to their form, in place: what metadata does not have is removed. Throws a bad
 * request where a member of it, a kind or a version is of the wrong type.
 */
export function decodeEmbedded(schema: StructuralSchema, object: Members, unknown?: UnknownFields): void {
  const mistake = misshapenEmbedded(schema, object, '', unknown)
  if (mistake !== undefined) throw badRequest(`${mistake.field}: ${fieldErrorMessage(mistake)}`)
}

/** The same for any value at some path, with the mistake in place of the bad request. */
export function misshapenEmbedded(
  schema: StructuralSchema,
  value: unknown,
  path: string,
  unknown?: UnknownFields,
): FieldError | undefined {
  try {
    decodeAll(schema, value, new Findings(path), unknown)
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
  findings: Findings,
  unknown: UnknownFields | undefined,
): void {
  forEachEmbedded(schema, value, findings, (embedded, { field }) => {
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
/** How many unknown fields of one object's metadata are told. */
const MAX_UNKNOWN = 100

function decodeMetadata(metadata: unknown, path: string, unknown: UnknownFields | undefined): Members {
  if (!isMembers(metadata)) throw new Misshapen(path, metadata, 'must be an object')
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

/** Checks the kind, the version and the metadata of every embedded object. */
export function validateEmbedded(
  schema: StructuralSchema,
  object: unknown,
  rules: MetadataRules,
  findings: Findings,
): void {
  forEachEmbedded(schema, object, findings, (embedded) => {
    validateVersion(embedded.apiVersion, findings)
    validateKind(embedded.kind, findings)
    const { metadata } = embedded
    if (isMembers(metadata)) validateMetadata(metadata as ObjectMeta, rules, findings)
  })
}

const NOT_GIVEN = 'must not be empty'

function validateVersion(version: unknown, findings: Findings): void {
  if (typeof version !== 'string' || version === '') {
    findings.add({ type: 'required', detail: NOT_GIVEN }, 'apiVersion')
  } else if (version.split('/').length > 2) {
    const detail = `unexpected GroupVersion string: ${version}`
    findings.add({ type: 'invalid', value: version, detail }, 'apiVersion')
  }
}

function validateKind(kind: unknown, findings: Findings): void {
  if (typeof kind !== 'string' || kind === '') {
    findings.add({ type: 'required', detail: NOT_GIVEN }, 'kind')
    return
  }
  const problems = dns1035Label(kind.toLowerCase())
  if (problems.length === 0) return
  const detail = `may have mixed case, but should otherwise match: ${problems.join(',')}`
  findings.add({ type: 'invalid', value: kind, detail }, 'kind')
}

/** An embedded object need not have a name. */
const SOME_NAME = 'fakename'

function validateMetadata(metadata: ObjectMeta, rules: MetadataRules, findings: Findings): void {
  const errors = new FieldErrors()
  rules({ ...metadata, name: metadata.name ?? SOME_NAME }, errors)
  for (const { field, ...mistake } of errors.all) findings.add(mistake, field)
}

/** Walks to every embedded object below the value; `findings` stands at the one that is visited. */
function forEachEmbedded(
  schema: StructuralSchema,
  value: unknown,
  findings: Findings,
  visit: (embedded: Embedded, findings: Findings) => void,
): void {
  if (!schema.hasEmbeddedResources || findings.isFull) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      findings.enter(index)
      if (schema.items) forEachEmbedded(schema.items, value[index], findings, visit)
      findings.leave()
    }
    return
  }
  if (!isMembers(value)) return
  if (schema.embeddedResource) visit(value, findings)
  const { properties, additionalProperties } = schema
  for (const name of Object.keys(value)) {
    const property = properties?.get(name)
    const member = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (member === undefined) continue
    findings.enter(property === undefined ? new MapKey(name) : name)
    forEachEmbedded(member, value[name], findings, visit)
    findings.leave()
  }
}
