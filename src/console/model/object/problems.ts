import type { Failure } from '../api/failure.js'
import { parseFieldPath } from './field-path.js'
import { rangeOf, type TextRange, type YamlDocument } from './yaml-text.js'

/** Something wrong in a text. */
export interface Problem extends TextRange {
  readonly message: string
  /** As the server has named it; empty for the object as a whole. */
  readonly field: string
}

/** Strict decoding tells fields in its message only: `unknown field "spec.foo", duplicate field "spec.bar"`. */
const STRICT = /(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g

/** What the server has refused, at the lines of the document. */
export function problemsOf({ message, causes }: Failure, document: YamlDocument): Problem[] {
  const place = (field: string): TextRange =>
    rangeOf(document.contents, parseFieldPath(field)) ?? { from: document.from, to: document.from }
  const named = causes.filter(({ field }) => field !== '')
  if (named.length > 0) {
    return named.map(({ field, message }) => ({ ...place(field), field, message }))
  }
  const strict = [...message.matchAll(STRICT)].map(([text, , name = '']) => {
    const field = name.replace(/\\(.)/g, '$1')
    return { ...place(field), field, message: text }
  })
  if (strict.length > 0) return strict
  return [{ ...place(''), field: '', message }]
}

/** Errors of the YAML itself. */
export const syntaxProblems = ({ errors }: YamlDocument): Problem[] =>
  errors.map((error) => ({ ...error, field: '' }))
