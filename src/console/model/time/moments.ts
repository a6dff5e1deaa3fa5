import type { PastWrite, RevisionList, RevisionTime } from '#protocol/history.js'

/** Where a moment is in the kept history. */
export type Position =
  | { readonly kind: 'now' }
  | { readonly kind: 'kept'; readonly index: number; readonly revision: RevisionTime }
  /** It has left the history. */
  | { readonly kind: 'gone' }
  /** No write has this resource version yet. */
  | { readonly kind: 'future' }

/** Resource versions are numbers that can be longer than those of JavaScript. */
export const compareVersions = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** The position of a moment: that of the last revision that is not newer. */
export function positionOf({ items }: Pick<RevisionList, 'items'>, at: string | undefined): Position {
  if (at === undefined) return { kind: 'now' }
  const [first] = items
  const last = items.at(-1)
  if (first === undefined || last === undefined || compareVersions(at, last.resourceVersion) > 0)
    return { kind: 'future' }
  if (compareVersions(at, first.resourceVersion) < 0) return { kind: 'gone' }
  const after = items.findIndex(({ resourceVersion }) => compareVersions(resourceVersion, at) > 0)
  const index = after === -1 ? items.length - 1 : after - 1
  return { kind: 'kept', index, revision: items[index] ?? first }
}

/** The moment of a place on the slider: the newest revision is now. */
export const momentAt = ({ items }: Pick<RevisionList, 'items'>, index: number): string | undefined =>
  index >= items.length - 1 ? undefined : items[Math.max(0, index)]?.resourceVersion

export interface WriteFilter {
  readonly namespace?: string | undefined
  readonly manager?: string | undefined
  /** Words that the write must have, in any order. */
  readonly text?: string | undefined
}

/** The manager of a write, also if the object does not tell. */
export const managerOf = ({ manager }: Pick<PastWrite, 'manager'>): string => manager ?? 'unknown'

export function filterWrites(
  writes: readonly PastWrite[],
  { namespace, manager, text = '' }: WriteFilter,
): readonly PastWrite[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return writes.filter((write) => {
    if (namespace !== undefined && write.namespace !== namespace) return false
    if (manager !== undefined && managerOf(write) !== manager) return false
    if (words.length === 0) return true
    const { kind, name, namespace: within = '', type, changed } = write
    const text = [kind, within, name, managerOf(write), type, ...changed].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** How many writes there are in each of `count` equal parts of the time from the first to the last. */
export function countByTime(writes: readonly PastWrite[], count: number): readonly number[] {
  const times = writes.map(({ time }) => Date.parse(time))
  const from = Math.min(...times)
  const width = Math.max(1, Math.max(...times) - from) / count
  const counts = new Array<number>(count).fill(0)
  for (const time of times) {
    const part = Math.min(count - 1, Math.floor((time - from) / width))
    counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}
