/** A number as it is written: `1`, `1.0` and `1e0` differ, and digits beyond those of a double are kept. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type ExactJson =
  | null
  | boolean
  | string
  | ExactNumber
  | readonly ExactJson[]
  | ReadonlyMap<string, ExactJson>

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const NUMBER = '#'
const STRING = '"'

/**
 * Reads JSON without rounding numbers. Throws `SyntaxError`. The text is checked and read by `JSON.parse`, the second time with
 * every number written as a string, and every string marked as one.
 */
export function parseExactJson(text: string): ExactJson {
  JSON.parse(text)
  const marked = text.replace(TOKEN, (token) =>
    token.startsWith('"') ? `"\\"${token.slice(1)}` : `"${NUMBER}${token}"`,
  )
  return exact(JSON.parse(marked) as Marked)
}

/** What the marked text is read as. */
type Marked = null | boolean | string | Marked[] | { [key: string]: Marked }

function exact(value: Marked): ExactJson {
  if (typeof value === 'string')
    return value.startsWith(STRING) ? value.slice(1) : new ExactNumber(value.slice(1))
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([key, member]) => [key.slice(1), exact(member)]))
}
