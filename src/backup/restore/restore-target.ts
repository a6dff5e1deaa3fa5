/** Where in the history of a store a restore goes. */
export type RestoreTarget =
  | 'newest'
  | { readonly revision: number }
  /** In milliseconds since 1970. */
  | { readonly time: number }

/** A revision, and when it was current. */
export interface Place {
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly time: number
}

/** The target of `--to`, which is empty, a revision, or a time in RFC 3339. */
export function parseTarget(text: string): RestoreTarget {
  if (text === '') return 'newest'
  return /^\d+$/.test(text) ? { revision: Number(text) } : { time: Date.parse(text) }
}

/** Whether a write belongs to the state at the target. */
export function isWithin(target: RestoreTarget, revision: number, time: number): boolean {
  if (target === 'newest') return true
  return 'revision' in target ? revision <= target.revision : time <= target.time
}

/** Whether nothing later than the place belongs to the state at the target. */
export function isReached(target: Exclude<RestoreTarget, 'newest'>, { revision, time }: Place): boolean {
  return 'revision' in target ? revision >= target.revision : time >= target.time
}

export function targetName(target: RestoreTarget): string {
  if (target === 'newest') return 'the newest state'
  return 'revision' in target ? `revision ${target.revision}` : new Date(target.time).toISOString()
}
