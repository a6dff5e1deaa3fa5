import { ApiError, badRequest, unsupportedMediaType } from '#meta/api-error.js'
import {
  APPLY_MEDIA_TYPE,
  type AppliedPatch,
  PATCH_MEDIA_TYPES,
  type Patch,
  type PatchType,
  patchTypeOf,
  readApplied as readAppliedObject,
  readPatch as readPatchBody,
} from '#patch/patch.js'
import { JsonPatchError } from '#patch/patch-error.js'
import type { GroupConventions } from '../group-conventions.js'
import { jsonKindOf } from './decoding/unmarshal-message.js'

export { hasUnknownProperties } from '#patch/json-patch.js'
export {
  APPLY_MEDIA_TYPE,
  type AppliedPatch,
  applyPatch,
  type Patch,
  patchResourceVersion,
} from '#patch/patch.js'
export { PATCH_MEDIA_TYPES, patchTypeOf }

/** Strategic merge patches need a schema of a built-in kind. */
const CUSTOM_PATCHES = [PATCH_MEDIA_TYPES.json, PATCH_MEDIA_TYPES.merge, APPLY_MEDIA_TYPE]

/** The patch type of a media type. */
export function expectPatchType(contentType: string | undefined, isCustom: boolean): PatchType | 'apply' {
  const type = patchTypeOf(contentType)
  if (isCustom && (type === undefined || type === 'strategic')) throw unsupportedMediaType(CUSTOM_PATCHES)
  if (type === undefined) throw unsupportedPatch()
  return type
}

export const unsupportedPatch = () => new ApiError('unsupportedMediaType', '415: Unsupported Media Type', {})

type ErrorConventions = Pick<GroupConventions, 'legacyErrors'>

export const INVALID_MERGE_PATCH = 'Invalid JSON Patch'
const TEXT = { kind: 'scalar', name: 'string' } as const
const MAP = 'map[string]interface {}'

/** Reads a parsed body of the type. Kubernetes decodes it with another parser if the client wants field errors. */
export function readPatch(
  type: PatchType,
  body: unknown,
  isValidated: boolean,
  conventions: ErrorConventions,
): Patch {
  const prefix = isValidated ? 'error decoding patch: ' : ''
  if (type === 'json') {
    expectOperations(body, prefix)
    try {
      return readPatchBody(type, body ?? [], { replaceAdds: !conventions.legacyErrors })
    } catch (error) {
      throw patchError(error, conventions)
    }
  }
  if (type === 'strategic') {
    if (!isMap(body)) throw mismatch('', body, MAP)
    return readPatchBody(type, body ?? {})
  }
  if (body === null || (!isMap(body) && !isValidated)) throw badRequest(INVALID_MERGE_PATCH)
  if (!isMap(body)) throw mismatch(prefix, body, MAP)
  return readPatchBody(type, body)
}

function expectOperations(body: unknown, prefix: string): void {
  if (body === null) return
  if (!Array.isArray(body))
    throw mismatch(prefix, body, prefix ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch')
  for (const operation of body) {
    if (!isMap(operation)) {
      throw mismatch(prefix, operation, prefix ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation')
    }
    if (!prefix) continue
    for (const name of ['op', 'path', 'from'] as const) {
      const value = (operation as Readonly<Record<string, unknown>> | null)?.[name] ?? ''
      if (typeof value === 'string') continue
      throw badRequest(
        `${prefix}json: cannot unmarshal ${jsonKindOf(value, TEXT)} into Go struct field jsonPatchOp.${name} of type string`,
      )
    }
  }
}

/** The same for server-side apply. */
export function readApplied(body: unknown, force: boolean): AppliedPatch {
  if (!isMap(body)) {
    throw mismatch('error decoding YAML: error unmarshaling JSON: while decoding JSON: ', body, MAP)
  }
  return readAppliedObject(body, force)
}

/** Go reads null as an empty map. */
const isMap = (value: unknown) => typeof value === 'object' && !Array.isArray(value)

const mismatch = (prefix: string, value: unknown, goType: string) =>
  badRequest(`${prefix}json: cannot unmarshal ${jsonKindOf(value, TEXT)} into Go value of type ${goType}`)

/**
 * The error for the client of a patch that failed. Kubernetes does not say why a JSON patch cannot be applied; the
 * oldest groups do.
 */
export function patchError(error: unknown, { legacyErrors }: ErrorConventions): unknown {
  if (legacyErrors || !(error instanceof JsonPatchError)) return error
  return new ApiError('invalid', 'the server rejected our request due to an error in our request', {})
}
