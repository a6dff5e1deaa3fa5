import type { StatefulSet } from './schema.js'

/** A limit below zero is valid, but seldom meant. */
export function statefulSetWarnings({ spec }: Readonly<StatefulSet>): readonly string[] {
  return (spec.revisionHistoryLimit ?? 0) < 0 ? UNLIMITED_HISTORY : NONE
}

const NONE: readonly string[] = []
const UNLIMITED_HISTORY = [
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
]
