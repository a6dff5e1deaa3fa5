import { tooLargeForStore } from '#meta/api-error.js'

/**
 * How many elements of one list may have an owner each. An object names each of them among its fields, and may not have
 * more different names than that (`codec/json/size.ts`): a longer list could not be stored, and is refused before it is
 * taken apart.
 */
export const MAX_ELEMENTS = 10_000

/** Throws `requestTooLarge` when a list has so many elements that would get an owner. */
export function expectFewElements(count: number, limit = MAX_ELEMENTS): void {
  if (count <= limit) return
  throw tooLargeForStore(
    `the object is too large to be stored: more than ${MAX_ELEMENTS} elements of one list would have an owner each`,
  )
}
