import type { Operation, Revision, WriteOutcome } from './contract.js'

/**
 * The first precondition of a write that does not hold, or undefined when all do. `headOf` returns the revision that
 * a key was last written at, undefined for a key that is absent.
 */
export function failedPrecondition(
  operations: readonly Operation[],
  headOf: (key: string) => Revision | undefined,
): WriteOutcome | undefined {
  for (const operation of operations) {
    const { key } = operation
    const actual = headOf(key)
    if (operation.type === 'create') {
      if (actual !== undefined) return { outcome: 'exists', key, actual }
    } else {
      if (actual === undefined) return { outcome: 'missing', key }
      if (actual !== operation.expected) return { outcome: 'conflict', key, actual }
    }
  }
  return undefined
}
