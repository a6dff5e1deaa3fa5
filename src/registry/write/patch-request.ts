import { ApiError } from '../../meta/api-error.js'
import { type PatchType, patchTypeOf } from '../../patch/patch.js'

export { unknownMembers } from '../../patch/json-patch.js'
export {
  applyPatch,
  PATCH_MEDIA_TYPES,
  type Patch,
  patchResourceVersion,
  readPatch,
} from '../../patch/patch.js'

/** What kind of patch a body is, by its media type. */
export function expectPatchType(contentType: string | undefined): PatchType {
  const type = patchTypeOf(contentType)
  if (type === undefined) throw new ApiError('unsupportedMediaType', '415: Unsupported Media Type', {})
  return type
}
