import { badRequest } from '#meta/api-error.js'
import { describe } from '#schema/decode-error.js'
import { type JsonObject, memberOf } from './json-value.js'
import { type Place, placeText, unreadable } from './patch-error.js'

/** The members of a strategic merge patch that say how to merge, and are not part of the object. */

/** In an object: what to do with the object as a whole. In an element of a list: with the element. */
const PATCH = '$patch'
/** Names the members that the object may keep; all others go. */
const RETAIN_KEYS = '$retainKeys'
/** `$setElementOrder/containers`: the order that the elements of a list are to have. */
const ELEMENT_ORDER = '$setElementOrder'
/** `$deleteFromPrimitiveList/finalizers`: values to take out of a list of scalars. */
const LIST_DELETIONS = '$deleteFromPrimitiveList'

// The words of these rejections are known to clients.
const badRetainKeys = () => badRequest('invalid patch format of retainKeys')
export const badElementOrder = () => badRequest('invalid patch format of setElementOrder list')
export const badListDeletions = () => badRequest('invalid patch format of primitive list')

/** `replace` forgets what was there before, `delete` also what the patch says itself. */
export type ObjectDirective = 'replace' | 'delete'

export function objectDirective(patch: JsonObject, place: Place | undefined): ObjectDirective | undefined {
  const directive = memberOf(patch, PATCH)
  if (directive === undefined || directive === 'replace' || directive === 'delete') return directive
  throw unreadable(`${placeText(place)}: ${PATCH} is replace or delete, not ${describe(directive)}`)
}

export interface Directives {
  /** What the object may keep; undefined when it keeps everything. */
  readonly retainKeys: ReadonlySet<unknown> | undefined
  /** By the name of the list. */
  readonly elementOrders: ReadonlyMap<string, readonly unknown[]>
  readonly listDeletions: ReadonlyMap<string, readonly unknown[]>
}

export const NO_DIRECTIVES: Directives = {
  retainKeys: undefined,
  elementOrders: new Map(),
  listDeletions: new Map(),
}

export function isDirective(name: string): boolean {
  return (
    name.startsWith('$') &&
    (name === PATCH ||
      name === RETAIN_KEYS ||
      name.startsWith(ELEMENT_ORDER) ||
      name.startsWith(LIST_DELETIONS))
  )
}

/** All directives of an object but `$patch`, among the names of its members. */
export function readDirectives(patch: JsonObject, members: readonly string[]): Directives {
  if (!members.some(isDirective)) return NO_DIRECTIVES
  const names = members.filter(isDirective)
  const elementOrders = new Map<string, readonly unknown[]>()
  const listDeletions = new Map<string, readonly unknown[]>()
  for (const name of names) {
    if (name.startsWith(ELEMENT_ORDER)) {
      elementOrders.set(...readListDirective(patch, name, ELEMENT_ORDER, badElementOrder))
    } else if (name.startsWith(LIST_DELETIONS)) {
      listDeletions.set(...readListDirective(patch, name, LIST_DELETIONS, badListDeletions))
    }
  }
  return { retainKeys: readRetainKeys(patch), elementOrders, listDeletions }
}

function readListDirective(
  patch: JsonObject,
  name: string,
  directive: string,
  bad: () => Error,
): [listName: string, values: readonly unknown[]] {
  const values = patch[name]
  const listName = name.slice(directive.length + 1)
  if (name[directive.length] !== '/' || listName === '' || !Array.isArray(values)) throw bad()
  return [listName, values]
}

/** A patch that sets a member it does not retain contradicts itself. */
function readRetainKeys(patch: JsonObject): ReadonlySet<unknown> | undefined {
  const retained = memberOf(patch, RETAIN_KEYS)
  if (retained === undefined) return undefined
  if (!Array.isArray(retained)) throw badRetainKeys()
  const keys = new Set<unknown>(retained)
  for (const name of Object.keys(patch)) {
    if (patch[name] !== null && !isDirective(name) && !keys.has(name)) throw badRetainKeys()
  }
  return keys
}
