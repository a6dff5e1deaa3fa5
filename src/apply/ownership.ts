import type { AnyStruct } from '#schema/type.js'
import { perObject } from '#util/per-object.js'
import { type StructShape, structShape } from './shape.js'
import { zeroObject } from './zero-object.js'

/** How the objects of one version are owned. */
export interface Ownership {
  readonly shape: StructShape
  /** An object in which nothing was given, without defaults. */
  readonly zero: { readonly [name: string]: unknown }
}

/** The ownership of what a struct describes. */
export const ownershipOf: (schema: AnyStruct) => Ownership = perObject((schema) => ({
  shape: structShape(schema),
  get zero() {
    return zeroObject(schema)
  },
}))
