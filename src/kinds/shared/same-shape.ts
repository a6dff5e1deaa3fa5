import type { ApiObject } from '#meta/object-meta.js'
import type { Conversion } from '#registry/kind.js'

/** The conversion of versions that differ only in their names. */
export function sameShape<O extends ApiObject>(): Conversion<O, O> {
  return {
    toStored: (object) => ({ ...object }),
    fromStored: (object) => ({ ...object }),
    isSameJson: () => true,
  }
}
