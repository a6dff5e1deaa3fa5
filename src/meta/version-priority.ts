const VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/
/** A stable version comes before those that are still tried. */
const STAGES: readonly (string | undefined)[] = ['alpha', 'beta', undefined]

/**
 * Orders versions as clients prefer them: v2, v1, v2beta1, v1beta2, v1alpha1; behind those all others by the alphabet.
 */
export function byPriority(left: string, right: string): number {
  const [a, b] = [VERSION.exec(left), VERSION.exec(right)]
  if (a === null || b === null)
    return Number(a === null) - Number(b === null) || (left < right ? -1 : Number(left > right))
  return (
    STAGES.indexOf(b[2]) - STAGES.indexOf(a[2]) ||
    Number(b[1]) - Number(a[1]) ||
    Number(b[3] ?? 0) - Number(a[3] ?? 0)
  )
}
