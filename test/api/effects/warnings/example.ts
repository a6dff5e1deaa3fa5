import type { Json } from '#test/support/client.js'

/** A write, and all the warnings that it gets, in order. */
export interface WarningsExample {
  readonly object: Json
  readonly warnings: readonly string[]
  /** The stored object that the write changes; undefined for a new object. */
  readonly before?: Json
  /** The subresource that the write goes to. */
  readonly subresource?: 'status'
}

/** About a new object. */
export const warned = (object: Json, ...warnings: readonly string[]): WarningsExample => ({
  object,
  warnings,
})

/** About a change. */
export const warnedOfChange = (
  before: Json,
  object: Json,
  ...warnings: readonly string[]
): WarningsExample => ({ before, object, warnings })

/** About a status. */
export const warnedOfStatus = (object: Json, ...warnings: readonly string[]): WarningsExample => ({
  before: { ...object, status: undefined },
  object,
  warnings,
  subresource: 'status',
})
