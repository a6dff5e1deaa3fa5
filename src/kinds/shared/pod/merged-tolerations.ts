import type { Toleration } from './scheduling.js'

/** The tolerations of both lists, without those that another one of them includes. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  for (const [index, toleration] of all.entries()) {
    const isIncluded =
      merged.some((other) => includes(other, toleration)) ||
      all.slice(index + 1).some((other) => !isEqual(other, toleration) && includes(other, toleration))
    if (!isIncluded) merged.push(toleration)
  }
  return merged
}

const isEqual = (left: Toleration, right: Toleration) =>
  left.key === right.key &&
  left.operator === right.operator &&
  left.value === right.value &&
  left.effect === right.effect &&
  left.tolerationSeconds === right.tolerationSeconds

/** Whether a pod that has the first toleration endures every taint that the second is for. */
function includes(wide: Toleration, narrow: Toleration): boolean {
  if (isEqual(wide, narrow)) return true
  if (wide.key !== narrow.key && (wide.key || wide.operator !== 'Exists')) return false
  if (wide.effect && wide.effect !== narrow.effect) return false
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
    const { tolerationSeconds: seconds } = narrow
    if (seconds === undefined || seconds > wide.tolerationSeconds) return false
  }
  if (wide.operator === 'Exists') return true
  return narrow.operator === 'Equal' && narrow.value === wide.value
}
