import type { AnyStruct, Fields } from '#schema/type.js'
import { fieldZeroValue } from '#schema/zero-value.js'
import { perObject } from '#util/memoize.js'
import { type StructMergeType, structMergeType } from './merge-type.js'

/** How the objects of one version are split into fields, and their zero value. */
export interface Ownership {
  readonly mergeType: StructMergeType
  /** An object without any given fields and without defaults. */
  readonly zero: { readonly [name: string]: unknown }
}

export const ownershipOf: (schema: AnyStruct) => Ownership = perObject((schema) => ({
  mergeType: structMergeType(schema),
  get zero() {
    return zeroObject(schema)
  },
}))

type Members = { readonly [name: string]: unknown }

/**
 * An object without any given fields and without defaults. New objects are compared with it: it has the structs that
 * always exist, so no client owns them for creating the object.
 */
export const zeroObject: (schema: AnyStruct) => Members = perObject(zeroStruct)

function zeroStruct(struct: AnyStruct): Members {
  const members: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(struct.fields as Fields)) {
    const zero = fieldZeroValue({ ...field, default: undefined })
    if (zero.kind === 'struct') members[name] = zeroStruct(zero.type)
    else if (zero.kind === 'value' && zero.value !== undefined) members[name] = zero.value
  }
  return members
}
