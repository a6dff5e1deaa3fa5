import { describeValue } from '#schema/decode-error.js'
import type { AnyStruct } from '#schema/type.js'
import { applyJsonPatch, type JsonPatchOptions, type Operation, readJsonPatch } from './json-patch.js'
import type { Pointer } from './json-pointer.js'
import { isDeeperThan, isObject, type JsonObject, MAX_DEPTH, ownProperty } from './json-value.js'
import { mergePatch } from './merge-patch.js'
import { inapplicablePatch, malformedPatch } from './patch-error.js'
import { strategicMerge } from './strategic-merge.js'

/** The ways to change a part of an object, by the media type that a patch comes with. */
export const PATCH_MEDIA_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const
export type PatchType = keyof typeof PATCH_MEDIA_TYPES

/** What is applied comes with a media type of its own, in YAML or JSON. */
export const APPLY_MEDIA_TYPE = 'application/apply-patch+yaml'

/** What a client wants of an object, and all that it wants; it depends on the owners of fields what comes of it. */
export interface AppliedPatch {
  readonly type: 'apply'
  /** As it was sent. */
  readonly applied: JsonObject
  /** Whether fields are taken from other owners. */
  readonly force: boolean
}

/** A patch that was read and can be applied to any number of documents, to each more than once. */
export type Patch =
  | ({ readonly type: 'json'; readonly operations: readonly Operation[] } & JsonPatchOptions)
  | { readonly type: 'merge' | 'strategic'; readonly changes: JsonObject }

const TYPES_BY_MEDIA_TYPE: ReadonlyMap<string, PatchType | 'apply'> = new Map([
  ...Object.entries(PATCH_MEDIA_TYPES).map(([type, mediaType]) => [mediaType, type as PatchType] as const),
  [APPLY_MEDIA_TYPE, 'apply'],
])

/** What a `Content-Type` header announces, whatever its parameters; undefined when it is no patch. */
export function patchTypeOf(contentType: string | undefined): PatchType | 'apply' | undefined {
  if (contentType === undefined) return undefined
  const semicolon = contentType.indexOf(';')
  const mediaType = semicolon < 0 ? contentType : contentType.slice(0, semicolon)
  return TYPES_BY_MEDIA_TYPE.get(mediaType.trim().toLowerCase())
}

/** Reads a parsed body. Throws `badRequest`, or `requestTooLarge` for more operations than are allowed. */
export function readPatch(type: PatchType, body: unknown, options?: JsonPatchOptions): Patch {
  if (isDeeperThan(body, MAX_DEPTH)) throw malformedPatch(`it nests more than ${MAX_DEPTH} levels deep`)
  if (type === 'json') return { type, operations: readJsonPatch(body), ...options }
  if (!isObject(body)) throw malformedPatch(`a ${type} patch is an object, not ${describeValue(body)}`)
  return { type, changes: body }
}

/** The same for what is applied. An empty body is one that says nothing. */
export function readApplied(body: unknown, force: boolean): AppliedPatch {
  if (isDeeperThan(body, MAX_DEPTH)) throw malformedPatch(`it nests more than ${MAX_DEPTH} levels deep`)
  if (body !== null && !isObject(body)) {
    throw malformedPatch(`an apply patch is an object, not ${describeValue(body)}`)
  }
  return { type: 'apply', applied: body ?? {}, force }
}

/**
 * The document with the patch applied: all of it, or an error. Throws `invalid` when the patch does not fit the
 * document, and `badRequest` when it turns out that a directive in it has no meaning.
 *
 * The document is parsed JSON of the schema's type and is left as it is. The result shares with it, and with the patch,
 * what did not change: take it to a decoder, and write to none of them.
 */
export function applyPatch(patch: Patch, document: unknown, schema: AnyStruct): unknown {
  switch (patch.type) {
    case 'json':
      return applyJsonPatch(patch.operations, document, patch)
    case 'merge':
      return mergePatch(document, patch.changes)
    case 'strategic':
      if (!isObject(document)) throw inapplicablePatch('a strategic merge patch needs an object to apply to')
      return withTypeOf(document, strategicMerge(document, patch.changes, schema))
  }
}

/** A strategic patch is applied to the kind that was asked for, whichever it names itself. */
function withTypeOf(document: JsonObject, merged: JsonObject): JsonObject {
  merged.kind = ownProperty(document, 'kind')
  merged.apiVersion = ownProperty(document, 'apiVersion')
  return merged
}

/** Whether the patch leaves everything of an object alone but properties of its metadata. */
export function changesMetadataOnly(patch: Patch): boolean {
  if (patch.type === 'json') return patch.operations.every(isInMetadata)
  const names = Object.keys(patch.changes)
  return names.length === 1 && names[0] === 'metadata' && isObject(patch.changes.metadata)
}

function isInMetadata(operation: Operation): boolean {
  return isMetadataField(operation.path) && (!('from' in operation) || isMetadataField(operation.from))
}

const isMetadataField = ([first, second]: Pointer) => first === 'metadata' && second !== undefined

/**
 * Whether the patch brings a resource version of its own. Then a conflict is final: the patch is meant for
 * that version only. Without one the patch may be applied again to whatever the object has become.
 */
export function patchResourceVersion(patch: Patch): boolean {
  if (patch.type !== 'json') return isGiven(versionIn(patch.changes))
  let version: unknown
  for (const operation of patch.operations) {
    const [first, second, ...rest] = operation.path
    const isAround = first === undefined || (first === 'metadata' && second === undefined)
    const isVersion = first === 'metadata' && second === 'resourceVersion' && rest.length === 0
    if (operation.op === 'test' || !(isAround || isVersion)) continue
    // What a move or a copy brings depends on the object; it counts as none, because to try again is safe.
    const value = operation.op === 'add' || operation.op === 'replace' ? operation.value : undefined
    version = isVersion ? value : first === undefined ? versionIn(value) : versionInMetadata(value)
  }
  return isGiven(version)
}

function versionIn(document: unknown): unknown {
  return isObject(document) ? versionInMetadata(ownProperty(document, 'metadata')) : undefined
}

function versionInMetadata(metadata: unknown): unknown {
  return isObject(metadata) ? ownProperty(metadata, 'resourceVersion') : undefined
}

/** Null and empty text put no condition on the write. */
function isGiven(version: unknown): boolean {
  return version !== undefined && version !== null && version !== ''
}
