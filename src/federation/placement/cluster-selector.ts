import { labelValue, qualifiedName } from '#meta/formats.js'
import { LabelSelector, type Operator, type Requirement } from '#selector/label-selector.js'

/** Why a placement annotation is invalid. */
export class PlacementError extends Error {
  override readonly name = 'PlacementError'
}

interface Spelling {
  readonly operator: Operator
  readonly takes: (count: number) => boolean
}

const some = (count: number) => count > 0
const one = (count: number) => count === 1
const none = (count: number) => count === 0

/** The operators in every accepted spelling. */
const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ...spelled(['in', 'In'], 'in', some),
  ...spelled(['=', '=='], 'in', one),
  ...spelled(['notin', 'NotIn'], 'notin', some),
  ...spelled(['!='], 'notin', one),
  ...spelled(['exists', 'Exists'], 'exists', none),
  ...spelled(['!', 'DoesNotExist'], 'absent', none),
  ...spelled(['gt', 'Gt', '>'], 'greater', one),
  ...spelled(['lt', 'Lt', '<'], 'less', one),
])

function spelled(words: readonly string[], operator: Operator, takes: Spelling['takes']) {
  return words.map((word) => [word, { operator, takes }] as const)
}

/**
 * Parses the cluster selector annotation: a JSON list of requirements that must all match. A missing
 * annotation, an empty list and `null` select every cluster. Throws `PlacementError`.
 */
export function parseClusterSelector(text: string | undefined): LabelSelector {
  const requirements = text === undefined ? null : parseList(text)
  return new LabelSelector((requirements ?? []).map(readRequirement))
}

function parseList(text: string): readonly unknown[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new PlacementError(`invalid JSON: ${(error as Error).message}`, { cause: error })
  }
  if (value !== null && !Array.isArray(value)) throw new PlacementError('not a list of requirements')
  return value
}

function readRequirement(value: unknown, index: number): Requirement {
  const fail = (message: string): never => {
    throw new PlacementError(`[${index}]: ${message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('not an object')
  const { key = '', operator = '', values = [] } = value as Record<string, unknown>
  if (typeof key !== 'string' || qualifiedName(key).length > 0) return fail('the key is not a label name')
  const spelling = typeof operator === 'string' ? SPELLINGS.get(operator) : undefined
  if (spelling === undefined) return fail(`${JSON.stringify(operator)} is not an operator`)
  if (values !== null && !isTexts(values)) return fail('the values are not a list of strings')
  const texts = values ?? []
  if (!spelling.takes(texts.length))
    return fail(`the operator ${operator} does not take ${texts.length} values`)
  const isNumber = spelling.operator === 'greater' || spelling.operator === 'less'
  for (const text of texts) {
    if (isNumber ? !isInteger(text) : labelValue(text).length > 0) {
      return fail(`${JSON.stringify(text)} is no ${isNumber ? 'integer' : 'value of a label'}`)
    }
  }
  return { key, operator: spelling.operator, values: texts }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const isInteger = (text: string) =>
  /^[+-]?\d{1,19}$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text))
