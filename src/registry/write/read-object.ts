import { badRequest, invalid } from '../../meta/api-error.js'
import type { ApiObject } from '../../meta/api-object.js'
import { FieldErrors } from '../../meta/field-errors.js'
import type { ObjectMeta } from '../../meta/object-meta.js'
import { apiVersionOf, type ResourceName } from '../../meta/resource.js'
import { DecodeError } from '../../schema/decode-error.js'
import { excerpt } from '../../util/excerpt.js'

/** A kind whose objects can be read from a body. */
export interface ObjectType<O> extends ResourceName {
  readonly decode: (input: unknown) => O
  /** Versions of other groups, or older ones, in which clients know the same kind. */
  readonly aliases?: readonly string[]
  /** Versions whose objects are taken for those of this one, because they have the same members. */
  readonly equals?: readonly string[]
  /** Set for a version of a defined kind, of which an object has to say itself what it is. */
  readonly form?: object | undefined
}

type TypedObject = Pick<ApiObject, 'kind' | 'apiVersion'>

/**
 * Takes a parsed body to an object of the kind, or throws the error for the client. `kind` and
 * `apiVersion` may be left out; given ones must be those of the path.
 */
export function readObject<O extends TypedObject>(type: ObjectType<O>, body: unknown): O {
  return decodeObject(type, expectObject(body, type))
}

/** The same for what a patch made of an object, which must not have lost its type. */
export function readPatched<O extends TypedObject>(type: ObjectType<O>, patched: unknown): O {
  const given = expectObject(patched, type)
  if (textMember(given, 'kind', type) === '') throw badRequest('the patch takes the kind of the object away')
  if (textMember(given, 'apiVersion', type) === '') {
    throw badRequest('the patch takes the apiVersion of the object away')
  }
  return decodeObject(type, given)
}

function decodeObject<O extends TypedObject>(type: ObjectType<O>, given: Record<string, unknown>): O {
  expectType(type, given)
  let object: O
  try {
    object = type.decode(given)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw cannotHandle(type.kind, type.version, type, error.message)
  }
  object.kind = type.kind
  object.apiVersion = apiVersionOf(type)
  if ('metadata' in object) keepNoOwners(given.metadata, object.metadata as ObjectMeta)
  return object
}

/** An empty list of owners, unlike none, has all owners forgotten; the decoder knows no difference. */
export function keepNoOwners(given: unknown, metadata: ObjectMeta): void {
  const owners = (given as { managedFields?: unknown } | null | undefined)?.managedFields
  if (Array.isArray(owners) && owners.length === 0) metadata.managedFields = []
}

/** Null, which is what an empty document of YAML means, is an object that lacks everything. */
function expectObject(body: unknown, { kind, version }: ResourceName): Record<string, unknown> {
  if (body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw cannotHandle(kind, version, { kind }, 'the body must be an object')
  }
  return body as Record<string, unknown>
}

function expectType(type: ObjectType<unknown>, given: Record<string, unknown>): void {
  const expected = apiVersionOf(type)
  if (type.form !== undefined) {
    expectDefinedType(type, given, expected)
    return
  }
  const kind = textMember(given, 'kind', type) || type.kind
  const apiVersion = textMember(given, 'apiVersion', type) || expected
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
  const kind = textMember(given, 'kind', type)
  const apiVersion = textMember(given, 'apiVersion', type)
  if (kind === '') throw badRequest('the object does not say of which kind it is')
  if (apiVersion === '') throw badRequest('the object does not say of which apiVersion it is')
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

function textMember(given: Record<string, unknown>, name: string, type: ResourceName): string {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw cannotHandle(type.kind, type.version, type, `${name}: expected text`)
}

function cannotHandle(kind: string, version: string, { kind: wanted }: { kind: string }, why: string) {
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${wanted}: ${why}`)
}
