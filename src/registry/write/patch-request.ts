import { ApiError } from '#meta/api-error.js'
import { type PatchType, patchTypeOf } from '#patch/patch.js'

export { hasUnknownProperties } from '#patch/json-patch.js'
export {
  APPLY_MEDIA_TYPE,
  type AppliedPatch,
  applyPatch,
  PATCH_MEDIA_TYPES,
  type Patch,
  patchResourceVersion,
  patchTypeOf,
  readApplied,
  readPatch,
} from '#patch/patch.js'

/** The patch type of a media type. */
export function expectPatchType(contentType: string | undefined): PatchType | 'apply' {
  const type = patchTypeOf(contentType)
  if (type === undefined) throw unsupportedPatch()
  return type
}

export const unsupportedPatch = () => new ApiError('unsupportedMediaType', '415: Unsupported Media Type', {})
