import { hasAllMembersGiven } from '#codec/json-members.js'
import { JSON_PATCH, strictErrors } from '#codec/json-strictness.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { unsupportedMediaType } from '#meta/api-error.js'
import {
  APPLY_MEDIA_TYPE,
  type AppliedPatch,
  expectPatchType,
  hasUnknownMembers,
  PATCH_MEDIA_TYPES,
  type Patch,
  patchTypeOf,
  readApplied,
  readPatch,
  unsupportedPatch,
} from '#registry/write/patch-request.js'
import {
  type FieldValidation,
  readWriteQuery,
  type WriteOptions,
  type WriteQuery,
} from '#registry/write/write-options.js'
import { nextTurn } from '#util/event-loop.js'
import { objectTarget } from './handler.js'
import {
  isLarge,
  parseJson,
  readAppliedBody,
  readBytes,
  repeatedIn,
  writeOptions,
  yamlSource,
} from './request-body.js'
import { warn } from './warnings.js'

/** `PATCH` of one object. */
export async function handlePatch(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { patch, options } = await readPatchWrite(
    context,
    () => store.reader.expect(namespace, name),
    store.definition.conventions.fieldValidation,
  )
  if (patch.type === 'apply') {
    const { object, isNew } = await store.writer.apply(namespace, name, patch, options)
    warn(context, options)
    return sendObject(context, isNew ? 201 : 200, store.serializers, object)
  }
  const object = await store.writer.patch(namespace, name, patch, options)
  warn(context, options)
  return sendObject(context, 200, store.serializers, object)
}

/** Strategic patches need a description of the kind that the server alone has. */
const DEFINED_PATCHES = [PATCH_MEDIA_TYPES.json, PATCH_MEDIA_TYPES.merge, APPLY_MEDIA_TYPE]

interface PatchWrite {
  readonly patch: Patch | AppliedPatch
  readonly options: WriteOptions
}

/** A missing object is reported before anything that is wrong with the patch, unless the patch may create the object. */
export async function readPatchWrite(
  context: RequestContext,
  expectObject: () => unknown,
  usual?: FieldValidation,
): Promise<PatchWrite> {
  const contentType = context.request.headers['content-type']
  const isApply = patchTypeOf(contentType) === 'apply'
  if (isApply) expectAppliable(context)
  // What is applied is of today, also in the groups of the first years.
  const query = readWriteQuery(context.query, isApply ? 'apply' : 'patch', isApply ? 'Warn' : usual)
  const isDefined = context.target?.store.definition.form !== undefined
  const type = expectPatchType(contentType)
  if (isDefined && type === 'strategic') throw unsupportedMediaType(DEFINED_PATCHES)
  const bytes = await readBytes(context)
  if (type === 'apply') return readApply(context, bytes, query, isDefined)
  await expectObject()
  const parsed = parseJson(bytes, isDefined)
  const body = parsed instanceof Promise ? await parsed : parsed
  context.recorder?.onBody(body, undefined, bytes)
  if (isLarge(bytes)) await nextTurn()
  const patch = readPatch(type, body)
  const options = writeOptions(context, query, () => ({
    format: 'patch',
    complaints: type === 'json' ? complaintsOfOperations(bytes, body) : repeatedIn(bytes, body),
    isStrategic: type === 'strategic',
  }))
  if (isLarge(bytes)) await nextTurn()
  return { patch, options }
}

/** The groups of the first years knew no such patches: there nothing is taken for one that does not say whose it is. */
function expectAppliable({ target, query }: RequestContext): void {
  const isLegacy = target?.store.definition.conventions.legacyWords
  if (isLegacy && query.get('fieldManager') === null) throw unsupportedPatch()
}

async function readApply(
  context: RequestContext,
  bytes: Buffer,
  query: WriteQuery,
  isDefined: boolean,
): Promise<PatchWrite> {
  const wantsComplaints = query.fieldValidation !== 'Ignore'
  const { value, complaints } = await readAppliedBody(bytes, wantsComplaints, isDefined)
  context.recorder?.onBody(value, undefined, undefined)
  if (isLarge(bytes)) await nextTurn()
  const patch = readApplied(value, query.force)
  return { patch, options: writeOptions(context, query, () => yamlSource(complaints)) }
}

/** Operations are no objects of a kind: what is wrong with their members is reported as theirs. */
function complaintsOfOperations(bytes: Buffer, body: unknown): string[] {
  if (hasAllMembersGiven(body) && !hasUnknownMembers(body)) return []
  return strictErrors(bytes.toString(), JSON_PATCH).map((complaint) => `json patch ${complaint}`)
}
