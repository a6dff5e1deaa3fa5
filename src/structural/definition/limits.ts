import { linearPattern, PatternError } from '../../util/linear-pattern.js'
import type { JsonSchema } from '../json-schema.js'
import { schemasWithin } from './members.js'

/**
 * What a schema may be made of at most. The largest of known projects have some twenty thousand nodes; what is beyond
 * would take more memory and time than a server has for all its definitions.
 */
export const MOST_NODES = 50_000
/** Instructions of all regular expressions together: up to two seconds to compile, where classes are large. */
export const MOST_INSTRUCTIONS = 100_000

/** Why the schema is too much to be looked at any further; undefined for one that is not. */
export function excessOf(schema: JsonSchema): string | undefined {
  let nodes = 0
  let instructions = 0
  const patterns = new Set<string>()
  const open: JsonSchema[] = [schema]
  while (open.length > 0) {
    const next = open.pop() as JsonSchema
    if (++nodes > MOST_NODES) return `must not have more than ${MOST_NODES} schemas within each other`
    const { pattern } = next
    if (typeof pattern === 'string' && pattern !== '' && !patterns.has(pattern)) {
      patterns.add(pattern)
      instructions += sizeOf(pattern)
      if (instructions > MOST_INSTRUCTIONS) {
        return `must not have patterns of more than ${MOST_INSTRUCTIONS} instructions together`
      }
    }
    for (const child of schemasWithin(next)) open.push(child)
  }
  return undefined
}

/** What is no expression has no size, and is told elsewhere. */
function sizeOf(pattern: string): number {
  try {
    return linearPattern(pattern).size
  } catch (error) {
    if (error instanceof PatternError) return 0
    throw error
  }
}
