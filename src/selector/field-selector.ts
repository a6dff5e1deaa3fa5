import { excerpt, jsonExcerpt } from '#util/excerpt.js'
import { SelectorError } from './label-selector.js'

/**
 * Field selectors: terms joined by commas, all of which must hold: `metadata.name=web`. A backslash takes the
 * meaning from a comma, an equals sign or a backslash in a value.
 */

/** The part of an object that selectors read. */
export interface SelectableObject {
  readonly namespace: string
  readonly name: string
  /** The object as JSON. */
  readonly json: Buffer
}

/** The fields of a kind, besides name and namespace, that its objects can be selected by. */
export interface KindFields {
  /** Each returns the value of its field in a parsed object. */
  readonly values: Readonly<Record<string, (object: never) => string>>
  /** Whether the namespace is a field of the kind. */
  readonly namespaced: boolean
  /** The error message for any other field. */
  readonly unknown: (field: string) => string
  /** Parses an object, if its JSON alone is not enough. */
  readonly parse?: ((object: never) => unknown) | undefined
}

/** Kinds without fields of their own can be selected by namespace, even if they are cluster-scoped. */
const NO_FIELDS: KindFields = {
  values: {},
  namespaced: true,
  unknown: (field) =>
    `${jsonExcerpt(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
}

export interface FieldTerm {
  readonly field: string
  readonly negated: boolean
  readonly value: string
  readonly read: (object: SelectableObject) => string
}

const METADATA: Readonly<Record<string, FieldTerm['read']>> = {
  'metadata.name': ({ name }) => name,
  'metadata.namespace': ({ namespace }) => namespace,
}

export class FieldSelector {
  readonly terms: readonly FieldTerm[]

  constructor(terms: readonly FieldTerm[]) {
    this.terms = terms
  }

  get isEmpty(): boolean {
    return this.terms.length === 0
  }

  matches(object: SelectableObject): boolean {
    for (const { read, negated, value } of this.terms) {
      if ((read(object) === value) === negated) return false
    }
    return true
  }

  /** The only name that can match; undefined when several can. */
  get name(): string | undefined {
    return this.terms.find(({ field, negated }) => field === 'metadata.name' && !negated)?.value
  }
}

/** Every object of a list is matched against all of them. */
export const MAX_TERMS = 64

export const EVERY_FIELD = new FieldSelector([])

/** The selector of the object with a name. */
export function byName(name: string): FieldSelector {
  const field = 'metadata.name'
  return new FieldSelector([
    { field, negated: false, value: name, read: METADATA[field] as FieldTerm['read'] },
  ])
}

/**
 * Parses a selector. Throws a `SelectorError` for the first malformed term in alphabetical order. If there is none, it
 * rejects unknown fields.
 */
export function parseFieldSelector(text: string, fields: KindFields = NO_FIELDS): FieldSelector {
  const terms = parseFieldTerms(text).map((term) => expectKnown(term, fields))
  if (terms.length > MAX_TERMS)
    throw new SelectorError(`a field selector may have at most ${MAX_TERMS} terms`)
  return terms.length === 0 ? EVERY_FIELD : new FieldSelector(terms)
}

/** Parses the terms of a selector without checking their fields. Throws `SelectorError`. */
export function parseFieldTerms(text: string): Term[] {
  return splitTerms(text)
    .filter((term) => term !== '')
    .sort()
    .map((term) => parseTerm(term, text))
}

/** Splits at commas that are not escaped. */
function splitTerms(text: string): string[] {
  const terms: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ',') {
      terms.push(text.slice(start, at))
      start = at + 1
    }
  }
  terms.push(text.slice(start))
  return terms
}

const TERM = /^(.*?)(!=|==|=)(.*)$/s

export type Term = Omit<FieldTerm, 'read'>

function parseTerm(term: string, selector: string): Term {
  const [, field = '', operator, value = ''] = TERM.exec(term) ?? []
  if (operator === undefined) {
    throw new SelectorError(`invalid selector: '${excerpt(selector)}'; can't understand '${excerpt(term)}'`)
  }
  return { field, negated: operator === '!=', value: unescapeValue(value) }
}

function expectKnown(term: Term, { values, namespaced, unknown, parse }: KindFields): FieldTerm {
  const { field } = term
  if (!namespaced && field === 'metadata.namespace') throw new SelectorError(unknown(field))
  if (Object.hasOwn(METADATA, field)) return { ...term, read: METADATA[field] as FieldTerm['read'] }
  if (!Object.hasOwn(values, field)) throw new SelectorError(unknown(field))
  const value = values[field] as (object: unknown) => string
  const parsed = (parse as ((object: SelectableObject) => unknown) | undefined) ?? parsedJson
  return { ...term, read: (object) => value(parsedOnce(object, parsed)) }
}

const parsedJson = ({ json }: SelectableObject): unknown => JSON.parse(json.toString())

let lastParsed: SelectableObject | undefined
let lastParse: unknown
let lastValue: unknown

/** The terms of a selector and the watchers of an event all read the same object. */
function parsedOnce(object: SelectableObject, parse: (object: SelectableObject) => unknown): unknown {
  if (object !== lastParsed || parse !== lastParse) {
    lastValue = parse(object)
    lastParsed = object
    lastParse = parse
  }
  return lastValue
}

function unescapeValue(value: string): string {
  let text = ''
  for (let at = 0; at < value.length; at++) {
    let char = value[at] as string
    if (char === '\\') {
      at++
      const escaped = value[at]
      if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
        throw new SelectorError(`invalid field selector: invalid escape sequence: \\${escaped ?? ''}`)
      }
      char = escaped
    } else if (char === '=') {
      throw new SelectorError(`invalid field selector: unescaped character in value: ${char.charCodeAt(0)}`)
    }
    text += char
  }
  return text
}
