import { excerpt, jsonExcerpt } from '../util/excerpt.js'
import { SelectorError } from './selector-error.js'

/**
 * Field selectors: terms joined by commas, all of which must hold: `metadata.name=web`. A backslash takes the
 * meaning from a comma, an equals sign or a backslash in a value.
 */

export const SELECTABLE_FIELDS = ['metadata.name', 'metadata.namespace'] as const
export type SelectableField = (typeof SELECTABLE_FIELDS)[number]

export interface FieldTerm {
  readonly field: SelectableField
  readonly negated: boolean
  readonly value: string
}

export class FieldSelector {
  readonly terms: readonly FieldTerm[]

  constructor(terms: readonly FieldTerm[]) {
    this.terms = terms
  }

  get isEmpty(): boolean {
    return this.terms.length === 0
  }

  matches(namespace: string, name: string): boolean {
    for (const { field, negated, value } of this.terms) {
      const actual = field === 'metadata.name' ? name : namespace
      if ((actual === value) === negated) return false
    }
    return true
  }

  /** The only name that can match; undefined when several can. */
  get name(): string | undefined {
    return this.terms.find(({ field, negated }) => field === 'metadata.name' && !negated)?.value
  }
}

/** Every object of a list is held against all of them. */
export const MAX_TERMS = 64

export const EVERY_FIELD = new FieldSelector([])

/**
 * Parses a selector, or throws a `SelectorError` for the first of its terms, in the order of the alphabet, that cannot be
 * understood. Only when all of them can, unknown fields are rejected by name.
 */
export function parseFieldSelector(text: string): FieldSelector {
  const terms = splitTerms(text)
    .filter((term) => term !== '')
    .sort()
    .map((term) => parseTerm(term, text))
    .map(expectKnown)
  if (terms.length > MAX_TERMS)
    throw new SelectorError(`a field selector may have at most ${MAX_TERMS} terms`)
  return terms.length === 0 ? EVERY_FIELD : new FieldSelector(terms)
}

/** Splits at commas that no backslash stands before. */
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

type Term = Omit<FieldTerm, 'field'> & { readonly field: string }

function parseTerm(term: string, selector: string): Term {
  const [, field = '', operator, value = ''] = TERM.exec(term) ?? []
  if (operator === undefined) {
    throw new SelectorError(`invalid selector: '${excerpt(selector)}'; can't understand '${excerpt(term)}'`)
  }
  return { field, negated: operator === '!=', value: unescapeValue(value) }
}

function expectKnown({ field, negated, value }: Term): FieldTerm {
  const known = SELECTABLE_FIELDS.find((candidate) => candidate === field)
  if (known !== undefined) return { field: known, negated, value }
  const fields = SELECTABLE_FIELDS.map((name) => JSON.stringify(name)).join(', ')
  throw new SelectorError(`${jsonExcerpt(field)} is not a known field selector: only ${fields}`)
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
      throw new SelectorError(`invalid field selector: unescaped character in value: ${char}`)
    }
    text += char
  }
  return text
}
