import type { AnyStruct, Fields } from '#schema/type.js'
import { memberZeroValue } from '#schema/zero-value.js'
import { perObject } from '#util/per-object.js'

type Members = { readonly [name: string]: unknown }

/**
 * An object in which nothing was given, without defaults: what a new object is compared with. The structs that are always
 * there are there before, so that no client owns them for having created an object.
 */
export const zeroObject: (schema: AnyStruct) => Members = perObject(zeroStruct)

function zeroStruct(struct: AnyStruct): Members {
  const members: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(struct.fields as Fields)) {
    const zero = memberZeroValue({ ...field, default: undefined })
    if (zero.kind === 'struct') members[name] = zeroStruct(zero.type)
    else if (zero.kind === 'value' && zero.value !== undefined) members[name] = zero.value
  }
  return members
}
