import { templateWarnings } from '#kinds/shared/workload-warnings.js'
import type { StatefulSet } from './schema.js'

/** A limit below zero is valid, but seldom meant. */
export function statefulSetWarnings(
  object: Readonly<StatefulSet>,
  current: Readonly<StatefulSet> | undefined,
  isChanged: boolean,
): readonly string[] {
  const isUnlimited = (object.spec.revisionHistoryLimit ?? 0) < 0
  return [...templateWarnings(object, current, isChanged), ...(isUnlimited ? UNLIMITED_HISTORY : NONE)]
}

const NONE: readonly string[] = []
const UNLIMITED_HISTORY = [
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
]
