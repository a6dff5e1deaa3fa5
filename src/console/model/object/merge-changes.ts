import { type Fields, isFields, isSame } from './values.js'
import type { FieldPath } from './yaml-text.js'

/** A field that both have changed, each in another way. Undefined stands for a field that is not there. */
export interface MergeConflict {
  readonly path: FieldPath
  readonly base: unknown
  readonly theirs: unknown
  readonly mine: unknown
}

export interface MergeResult {
  /** Has the own value where there is a conflict. */
  readonly merged: unknown
  readonly conflicts: readonly MergeConflict[]
}

/** Fields that identify the items of a list, by which items are matched if all have it and no two the same. */
const ITEM_KEYS = ['name', 'key', 'containerPort', 'port', 'mountPath', 'type', 'uid', 'ip'] as const

/** Joins two changes of one value. `prefersTheirs` says for which conflicts to take the other side. */
export function mergeChanges(
  base: unknown,
  theirs: unknown,
  mine: unknown,
  prefersTheirs: (path: FieldPath) => boolean = () => false,
): MergeResult {
  const conflicts: MergeConflict[] = []

  const merge = (path: FieldPath, base: unknown, theirs: unknown, mine: unknown): unknown => {
    if (isSame(theirs, mine) || isSame(base, theirs)) return mine
    if (isSame(base, mine)) return theirs
    if (isFields(theirs) && isFields(mine)) {
      return mergeFields(path, isFields(base) ? base : {}, theirs, mine)
    }
    const key = itemKey(base, theirs, mine)
    if (key !== undefined) {
      const lists = [base, theirs, mine].map((list) => byKey((list ?? []) as readonly Fields[], key))
      const [ofBase = {}, ofTheirs = {}, ofMine = {}] = lists
      return Object.values(mergeFields([...path], ofBase, ofTheirs, ofMine))
    }
    conflicts.push({ path, base, theirs, mine })
    return prefersTheirs(path) ? theirs : mine
  }

  const mergeFields = (path: FieldPath, base: Fields, theirs: Fields, mine: Fields): Fields => {
    const result: Record<string, unknown> = {}
    for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
      const value = merge([...path, name], base[name], theirs[name], mine[name])
      if (value !== undefined) result[name] = value
    }
    return result
  }

  return { merged: merge([], base, theirs, mine), conflicts }
}

function itemKey(...lists: readonly unknown[]): string | undefined {
  const [, theirs, mine] = lists
  if (!Array.isArray(theirs) || !Array.isArray(mine)) return undefined
  const given = lists.filter(Array.isArray)
  return ITEM_KEYS.find((key) =>
    given.every((list) => {
      const names = list.map((item) => (isFields(item) ? item[key] : undefined))
      return names.every((name) => name !== undefined) && new Set(names.map(String)).size === names.length
    }),
  )
}

// Keys of a plain object that look like integers would be moved to its start.
const byKey = (list: readonly Fields[], key: string): Fields =>
  Object.fromEntries(list.map((item) => [`${key}=${item[key]}`, item]))

/** The fields that differ, as paths; of lists only the list. */
export function changedPaths(before: unknown, after: unknown, path: FieldPath = []): FieldPath[] {
  if (isSame(before, after)) return []
  if (!isFields(before) || !isFields(after)) return [path]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changedPaths(before[name], after[name], [...path, name]),
  )
}
