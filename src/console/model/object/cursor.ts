import type { FieldPath } from './yaml-text.js'

/** What is at a position of YAML that may be incomplete. */
export interface CursorPlace {
  /** The map that the line is in. */
  readonly parent: FieldPath
  /** The field on the line; undefined before its colon is written. */
  readonly field: string | undefined
  /** Whether the position is after the colon. */
  readonly isValue: boolean
  /** Where the word under the position starts. */
  readonly from: number
}

interface Line {
  readonly start: number
  readonly text: string
  /** Columns before the field; dashes count. */
  readonly indent: number
  /** The columns of dashes. */
  readonly dashes: readonly number[]
  readonly key: string | undefined
  /** After the colon. */
  readonly valueAt: number
}

const FIELD = /^(\s*(?:- +)*)(?:("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:'"][^:]*?)(:)(?=\s|$))?/

function readLine(text: string, start: number): Line {
  const [, lead = '', key, colon] = FIELD.exec(text) ?? []
  const dashes = [...lead].flatMap((each, column) => (each === '-' ? column : []))
  const bare = /^\s*-$/.test(text) ? text.length - 1 : undefined
  return {
    start,
    text,
    indent: lead.length,
    dashes: bare === undefined ? dashes : [bare],
    key: colon === undefined ? undefined : key?.replace(/^["']|["']$/g, ''),
    valueAt: lead.length + (key?.length ?? 0) + 1,
  }
}

/** Finds fields by their indentation: while a line is typed, the text is no YAML as a rule. */
export function placeAt(text: string, offset: number): CursorPlace {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const line = readLine(text.slice(start, end === -1 ? text.length : end), start)
  const before = text.slice(start, offset)
  const word = /[\w./-]*$/.exec(before)?.[0] ?? ''
  const isValue = line.key !== undefined && offset - start >= line.valueAt
  const path: (string | number)[] = []
  // Fields above belong to the path when they are further left than what is below them.
  let column = line.indent
  let dashes = line.dashes
  const lines = text.slice(0, start).split('\n').slice(0, -1)
  const enterItems = (index: number) => {
    for (const dash of dashes.toReversed()) {
      path.unshift(countItems(lines, index, dash))
      column = dash
    }
    dashes = []
  }
  enterItems(lines.length)
  let isItem = line.dashes.length > 0
  for (let index = lines.length - 1; index >= 0; index--) {
    const text = lines[index] ?? ''
    if (/^\s*(#|$)/.test(text)) continue
    if (/^---/.test(text)) break
    const above = readLine(text, 0)
    if (above.key !== undefined && (above.indent < column || (isItem && above.indent === column))) {
      path.unshift(above.key)
      column = above.indent
      isItem = false
    }
    const inner = above.dashes.filter((dash) => dash < column)
    if (inner.length > 0 && above.indent <= column) {
      dashes = inner
      enterItems(index)
      isItem = true
    }
    if (column === 0 && !isItem) break
  }
  const from = line.key !== undefined && !isValue ? start + line.indent : offset - word.length
  return { parent: path, field: line.key, isValue, from }
}

/** The number of items of the same list above a line. */
function countItems(lines: readonly string[], end: number, column: number): number {
  let count = 0
  for (let index = end - 1; index >= 0; index--) {
    const text = lines[index] ?? ''
    if (/^\s*(#|$)/.test(text)) continue
    const indent = text.length - text.trimStart().length
    const isDash = /^- |^-$/.test(text.trimStart())
    if (indent < column || (indent === column && !isDash)) {
      // The list starts on the line of an outer dash: `- - a`.
      if (readLine(text, 0).dashes.includes(column)) count++
      break
    }
    if (indent === column) count++
  }
  return count
}
