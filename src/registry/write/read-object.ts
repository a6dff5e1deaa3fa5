import { type ApiError, badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type ResourceName } from '#meta/resource.js'
import type { Patch } from '#patch/patch.js'
import { DecodeError } from '#schema/decode-error.js'
import type { AnyStruct } from '#schema/type.js'
import { excerpt, jsonExcerpt } from '#util/excerpt.js'
import { restoreMessage } from './decoding/restore-message.js'
import { unfitPatch } from './decoding/unfit-patch.js'
import { jsonKindOf, unmarshalMessage } from './decoding/unmarshal-message.js'
import { unrecognized } from './decoding/unrecognized.js'

/** A kind whose objects can be read from a body. */
export interface ObjectType<O> extends ResourceName {
  readonly decode: (input: unknown) => O
  readonly schema?: AnyStruct
  /** Other or older versions in which clients may name the kind. */
  readonly aliases?: readonly string[]
  /** Versions with the same fields, accepted as this one. */
  readonly equals?: readonly string[]
  /** Set for a custom resource, whose objects must have a kind and an apiVersion. */
  readonly codec?: object | undefined
}

type TypedObject = Pick<ApiObject, 'kind' | 'apiVersion'>

/**
 * Decodes a parsed body to an object of the kind, or throws the error for the client. `kind` and `apiVersion` are
 * optional; if given they must match the path.
 */
export function readObject<O extends TypedObject>(type: ObjectType<O>, body: unknown): O {
  return orUnreadable(type, () => decodeObject(type, expectObject(body, type)))
}

/** The same for a patched object, which must still have a type. Decode errors name the patch, if it is given. */
export function readPatched<O extends TypedObject>(type: ObjectType<O>, patched: unknown, patch?: Patch): O {
  const given = expectObject(patched, type)
  if (stringProperty(given, 'kind', type) === '')
    throw badRequest('the patch takes the kind of the object away')
  if (stringProperty(given, 'apiVersion', type) === '') {
    throw badRequest('the patch takes the apiVersion of the object away')
  }
  if (patch === undefined) return orUnreadable(type, () => decodeObject(type, given))
  try {
    return decodeObject(type, given)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const { schema } = type
    const restored = patch.type === 'strategic' && schema ? restoreMessage(schema, given) : undefined
    throw unfitPatch(patch, given, restored ?? unmarshalMessage(error))
  }
}

function orUnreadable<O>(type: ResourceName, decode: () => O): O {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw cannotHandle(type.kind, type.version, type, unmarshalMessage(error))
  }
}

function decodeObject<O extends TypedObject>(type: ObjectType<O>, given: Record<string, unknown>): O {
  expectType(type, given)
  const object = type.decode(given)
  object.kind = type.kind
  object.apiVersion = apiVersionOf(type)
  if ('metadata' in object) keepEmptyManagedFields(given.metadata, object.metadata as ObjectMeta)
  return object
}

/** An empty `managedFields` resets all owners, an absent one does not. The decoder drops the difference. */
export function keepEmptyManagedFields(given: unknown, metadata: ObjectMeta): void {
  const owners = (given as { managedFields?: unknown } | null | undefined)?.managedFields
  if (Array.isArray(owners) && owners.length === 0) metadata.managedFields = []
}

/** Null, as in an empty YAML document, counts as an empty object. */
function expectObject(body: unknown, { kind }: ResourceName): Record<string, unknown> {
  if (body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw untyped(kind, body, `${jsonKindOf(body, TEXT)} into Go value of type ${TYPE_META}`)
  }
  return body as Record<string, unknown>
}

const TEXT = { kind: 'scalar', name: 'string' } as const
/** The type that Kubernetes decodes from a body first. */
const TYPE_META = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/** The error for a body without a known kind. */
function untyped(kind: string, body: unknown, mismatch: string): ApiError {
  const message = `couldn't get version/kind; json parse error: json: cannot unmarshal ${mismatch}`
  return unrecognized(kind, message, Buffer.from(jsonExcerpt(body)))
}

function expectType(type: ObjectType<unknown>, given: Record<string, unknown>): void {
  const expected = apiVersionOf(type)
  if (type.codec !== undefined) {
    expectDefinedType(type, given, expected)
    return
  }
  const kind = stringProperty(given, 'kind', type) || type.kind
  const apiVersion = stringProperty(given, 'apiVersion', type) || expected
  if (kind === type.kind && (apiVersion === expected || type.equals?.includes(apiVersion))) return
  if (kind === type.kind && type.aliases?.includes(apiVersion)) {
    throw versionMismatch(apiVersion, expected)
  }
  const [wrongKind, wrongVersion] = [excerpt(kind), excerpt(apiVersion)]
  const version = wrongVersion.slice(wrongVersion.indexOf('/') + 1)
  const why = `no kind "${wrongKind}" is registered for version "${wrongVersion}"`
  throw cannotHandle(wrongKind, version, type, why)
}

function expectDefinedType(type: ResourceName, given: Record<string, unknown>, expected: string): void {
  const kind = stringProperty(given, 'kind', type)
  const apiVersion = stringProperty(given, 'apiVersion', type)
  if (kind === '') throw badRequest("Object 'Kind' is missing in 'object has no kind field '")
  if (apiVersion === '')
    throw badRequest("Object 'apiVersion' is missing in 'object has no apiVersion field'")
  if (apiVersion !== expected) throw versionMismatch(apiVersion, expected)
  if (kind === type.kind) return
  const errors = new FieldErrors()
  errors.invalid('kind', kind, `must be ${type.kind}`)
  throw invalid({ ...type, kind: excerpt(kind) }, nameIn(given), errors.all)
}

function nameIn({ metadata }: Record<string, unknown>): string {
  const name = (metadata as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? excerpt(name) : ''
}

const versionMismatch = (apiVersion: string, expected: string) =>
  badRequest(
    `the API version in the data (${excerpt(apiVersion)}) does not match the expected API version (${expected})`,
  )

function stringProperty(given: Record<string, unknown>, name: string, type: ResourceName): string {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw untyped(type.kind, given, `${jsonKindOf(value, TEXT)} into Go struct field .${name} of type string`)
}

function cannotHandle(kind: string, version: string, { kind: wanted }: { kind: string }, why: string) {
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${wanted}: ${why}`)
}
