import { isMembers } from '#schema/map-members.js'
import { SCALARS } from '#schema/scalars.js'
import { type AnyStruct, type EitherType, explicit, struct } from '#schema/type.js'
import { perObject } from '#util/per-object.js'

type Members = Readonly<Record<string, unknown>>

/** The message of a type that is a struct or something else: a field for each, of which one is set. */
export const eitherMessage: (type: EitherType) => AnyStruct = perObject((type) =>
  struct(type.name, type.description, () => ({
    struct: explicit(type.numbers.struct, type.struct, 'Set where the value is a struct.'),
    other: explicit(type.numbers.other, type.other, 'Set where the value is something else.'),
  })),
)

export function eitherMembers(value: unknown): Members {
  return isMembers(value) ? { struct: value } : { other: value }
}

/** A message in which neither is set is the zero value of what is no struct. */
export function eitherValue({ other }: EitherType, members: Members): unknown {
  return members.struct ?? members.other ?? (other.kind === 'list' ? [] : SCALARS[other.name].zero)
}
