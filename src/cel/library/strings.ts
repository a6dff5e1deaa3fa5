import { type CostModel, EXTRA_COSTS, TRAVERSAL_FACTOR } from '#cel/cost/model.js'
import { deepWork, traverses, traversesItems } from '#cel/cost/models.js'
import { add, multiply, type Range, scale, UNBOUNDED, ZERO } from '#cel/cost/range.js'
import { DYN, INT, listOf, STRING } from '#cel/types.js'
import { ArrayList } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { sizeOf } from '#cel/values/size.js'
import type { CelList, CelValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { formatString } from './format-string.js'
import { bounded, characters, quote, replace, split, trim } from './string-functions.js'

/** The strings extension. Positions count characters. */

function inText(text: string, position: bigint): number {
  const { length } = characters(text)
  if (position < 0n || position > BigInt(length)) throw new Failure(`index out of range: ${position}`)
  return Number(position)
}

function charAt(text: string, position: bigint): string {
  const at = inText(text, position)
  return characters(text).slice(at, Math.min(at + 1, characters(text).length))
}

const indexOf = (text: string, part: string, from = 0n) =>
  BigInt(characters(text).indexOf(part, part === '' ? Number(from) : inText(text, from)))

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const at = from === undefined ? characters(text).length : inText(text, from)
  return BigInt(part === '' && from === undefined ? at : characters(text).lastIndexOf(part, at))
}

function substring(text: string, from: bigint, to?: bigint): string {
  const start = inText(text, from)
  const end = to === undefined ? characters(text).length : inText(text, to)
  if (start > end) throw new Failure(`invalid substring range. start: ${from}, end: ${to}`)
  return characters(text).slice(start, end)
}

const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
const upperAscii = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

function join(list: CelList, separator = ''): string {
  const parts = [...list].map((item) => {
    if (typeof item !== 'string') throw new Failure('no such overload: join')
    return item
  })
  const length = parts.reduce((sum, part) => sum + part.length + separator.length, 0)
  return bounded(length, () => parts.join(separator))
}

/** How much longer a string can become. */
const replaces: CostModel = {
  ...traverses(2),
  estimate: ({ target, args }) => {
    const [text, old, replacement] = [target, args[0], args[1]].map((operand) => operand?.size ?? ZERO) as [
      Range,
      Range,
      Range,
    ]
    const size = {
      max: replacedSize(text.max, old.min, replacement.max, replacement.max <= old.min),
      min: replacedSize(text.min, old.max, replacement.min, old.max <= replacement.min),
    }
    return { cost: scale(text, 2 * TRAVERSAL_FACTOR), size }
  },
  // A short string may become very long.
  countResult: (result) => Math.floor(sizeOf(result) * EXTRA_COSTS.perCharacter),
}

/** `isUnchanged`: replacing nothing gives the bound. */
function replacedSize(text: number, old: number, replacement: number, isUnchanged: boolean): number {
  if (old === 0) return Math.min((text + 1) * replacement + text, UNBOUNDED)
  return isUnchanged ? text : Math.min(Math.ceil(text / old) * replacement, UNBOUNDED)
}

const splits: CostModel = {
  ...traverses(2),
  estimate: ({ target, args: [, limit] }) => {
    if (!target) return undefined
    // Without a limit, each character may become a part.
    const bound = limit?.number !== undefined && limit.number >= 0n ? Number(limit.number) : target.size.max
    return { cost: scale(target.size, 2 * TRAVERSAL_FACTOR), size: { min: 0, max: bound } }
  },
}

const joins: CostModel = {
  estimate: ({ target, args }) => {
    if (!target) return undefined
    const gaps = { min: Math.max(target.size.min - 1, 0), max: Math.max(target.size.max - 1, 0) }
    const size = add(multiply(target.size, target.elementSize), multiply(args[0]?.size ?? ZERO, gaps))
    return { cost: scale(size, TRAVERSAL_FACTOR), size }
  },
  count: ([list]) => deepWork(list as CelValue),
  countResult: (result) => Math.ceil(sizeOf(result) * 2 * TRAVERSAL_FACTOR),
}

const formats: CostModel = {
  ...traverses(),
  count: ([format, list]) =>
    Math.ceil(sizeOf(format as CelValue) * TRAVERSAL_FACTOR) + 2 * deepWork(list as CelValue),
}

const quotes: CostModel = {
  ...traverses(),
  estimate: ({ args: [text] }) => {
    const size = text?.size ?? ZERO
    return {
      cost: scale(size, TRAVERSAL_FACTOR),
      size: add(multiply(size, { min: 1, max: 2 }), { min: 2, max: 2 }),
    }
  },
}

const keepsSize = traverses(1, true)

export const strings: readonly FunctionDeclaration[] = [
  declare('charAt', member([STRING, INT], STRING, charAt)),
  declare(
    'indexOf',
    member([STRING, STRING], INT, indexOf, traversesItems),
    member([STRING, STRING, INT], INT, indexOf, traversesItems),
  ),
  declare(
    'lastIndexOf',
    member([STRING, STRING], INT, lastIndexOf, traversesItems),
    member([STRING, STRING, INT], INT, lastIndexOf, traversesItems),
  ),
  declare('lowerAscii', member([STRING], STRING, lowerAscii, keepsSize)),
  declare('upperAscii', member([STRING], STRING, upperAscii, keepsSize)),
  declare('trim', member([STRING], STRING, trim, keepsSize)),
  declare(
    'substring',
    member([STRING, INT], STRING, substring, keepsSize),
    member([STRING, INT, INT], STRING, substring, keepsSize),
  ),
  declare(
    'replace',
    member([STRING, STRING, STRING], STRING, replace, replaces),
    member([STRING, STRING, STRING, INT], STRING, replace, replaces),
  ),
  declare(
    'split',
    member(
      [STRING, STRING],
      listOf(STRING),
      (text: string, separator: string) => new ArrayList(split(text, separator)),
      splits,
    ),
    member(
      [STRING, STRING, INT],
      listOf(STRING),
      (text: string, separator: string, limit: bigint) => new ArrayList(split(text, separator, limit)),
      splits,
    ),
  ),
  declare(
    'join',
    member([listOf(STRING)], STRING, join, joins),
    member([listOf(STRING), STRING], STRING, join, joins),
  ),
  declare('format', member([STRING, listOf(DYN)], STRING, formatString, formats)),
  declare('strings.quote', overload([STRING], STRING, quote, quotes)),
]
