import { comparesAffix, listingWork, matchesPattern, searches } from '#cel/cost/models.js'
import { BOOL, BYTES, type CelType, INT, listOf, mapOf, parameter, STRING } from '#cel/types.js'
import { sizeOf } from '#cel/values/size.js'
import { CelMap, type CelValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { matches } from './patterns.js'

/** The standard string functions, and `size`. */

const countsEntries = {
  count: ([value]: readonly CelValue[]) => 1 + (value instanceof CelMap ? listingWork(value.size) : 0),
}

const A = parameter('A')
const SIZED: readonly CelType[] = [STRING, BYTES, listOf(A), mapOf(A, parameter('B'))]
const size = (value: CelValue) => BigInt(sizeOf(value))

export const standardStrings: readonly FunctionDeclaration[] = [
  declare(
    'size',
    ...SIZED.map((type) => overload([type], INT, size, countsEntries)),
    ...SIZED.map((type) => member([type], INT, size, countsEntries)),
  ),
  declare(
    'contains',
    member([STRING, STRING], BOOL, (value: string, part: string) => value.includes(part), searches),
  ),
  declare(
    'startsWith',
    member([STRING, STRING], BOOL, (value: string, part: string) => value.startsWith(part), comparesAffix),
  ),
  declare(
    'endsWith',
    member([STRING, STRING], BOOL, (value: string, part: string) => value.endsWith(part), comparesAffix),
  ),
  declare(
    'matches',
    member([STRING, STRING], BOOL, matches, matchesPattern),
    overload([STRING, STRING], BOOL, matches, matchesPattern),
  ),
]
