import { linearPattern, PatternError } from '#util/linear-pattern.js'

/**
 * What a schema may be made of at most. The largest of known projects have some twenty thousand nodes; what is beyond
 * would take more memory and time than a server has for all its definitions.
 */
export const MAX_NODES = 50_000
/** Instructions of all regular expressions together: up to two seconds to compile, where classes are large. */
export const MAX_INSTRUCTIONS = 100_000

/** In instructions. What is no expression has no size, and is told elsewhere. */
export function sizeOfPattern(pattern: string): number {
  try {
    return linearPattern(pattern).size
  } catch (error) {
    if (error instanceof PatternError) return 0
    throw error
  }
}
