/** A step of a path, from a value to others. */
export type Step =
  | { readonly kind: 'member'; readonly name: string }
  /** All properties or items. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'slice'
      readonly start: number | undefined
      readonly end: number | undefined
      readonly step: number
    }
  | { readonly kind: 'union'; readonly steps: readonly Step[] }
  | {
      readonly kind: 'filter'
      readonly left: Operand
      readonly comparison: Comparison | 'exists'
      readonly right?: Operand
    }
  | { readonly kind: 'descendants' }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A literal in a filter, or a path from the current item. */
export type Operand =
  | { readonly steps: readonly Step[]; readonly value?: undefined }
  | { readonly steps?: undefined; readonly value: string | number | boolean }

/** Nested filters; no definition nests deeper. */
const DEEPEST = 8
const LONGEST = 4096

/** Undefined if the path is invalid. */
export function parseSteps(text: string, depth = 0): readonly Step[] | undefined {
  if (depth > DEEPEST || text.length > LONGEST) return undefined
  const steps: Step[] = []
  let at = 0
  while (at < text.length) {
    if (text.startsWith('..', at)) {
      steps.push({ kind: 'descendants' })
      at += text[at + 2] === '[' ? 2 : 1
    } else if (text[at] === '.') {
      const end = nameEnd(text, at + 1)
      const name = text.slice(at + 1, end)
      // A dot alone is the value itself.
      if (name !== '')
        steps.push(name === '*' ? { kind: 'all' } : { kind: 'member', name: withoutEscapes(name) })
      at = end
    } else if (text[at] === '[') {
      const end = bracketEnd(text, at)
      const step = end === undefined ? undefined : bracketStep(text.slice(at + 1, end).trim(), depth)
      if (step === undefined || end === undefined) return undefined
      steps.push(step)
      at = end + 1
    } else return undefined
  }
  return steps
}

const withoutEscapes = (name: string) => name.replace(/\\(.)/g, '$1')

/** A name ends at the next special character; a backslash escapes one. */
function nameEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (/[\s.,[\]$@{}]/.test(text[at] as string)) return at
  }
  return text.length
}

/** The index of the closing bracket. */
function bracketEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\\') at++
    else if (char === '"' || char === "'") {
      at = quoteEnd(text, at)
      if (at < 0) return undefined
    } else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  return undefined
}

function quoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return -1
}

const SLICE = /^(-?\d*)(:(-?\d*))?(:(-?\d*))?$/

function bracketStep(text: string, depth: number): Step | undefined {
  if (text === '*') return { kind: 'all' }
  if (text.startsWith('?(') && text.endsWith(')')) return filterStep(text.slice(2, -1).trim(), depth)
  const options = splitOutsideQuotes(text, ',')
  if (options.length > 1) {
    const steps = options.map((part) => bracketStep(part.trim(), depth + 1))
    return steps.every((step) => step !== undefined) ? { kind: 'union', steps } : undefined
  }
  const name = quoted(text)
  if (name !== undefined) return { kind: 'member', name }
  const match = SLICE.exec(text)
  if (match === null || text === '') return undefined
  const [, start, colon, end, , step] = match
  const from = numberOf(start)
  if (colon === undefined) {
    const only = from as number
    return { kind: 'slice', start: only, end: only === -1 ? undefined : only + 1, step: 1 }
  }
  return { kind: 'slice', start: from, end: numberOf(end), step: numberOf(step) ?? 1 }
}

const numberOf = (digits: string | undefined) =>
  digits === undefined || digits === '' || digits === '-' ? undefined : Number(digits)

function quoted(text: string): string | undefined {
  const isQuoted = /^(['"]).*\1$/s.test(text) && quoteEnd(text, 0) === text.length - 1
  return isQuoted ? withoutEscapes(text.slice(1, -1)) : undefined
}

const COMPARISONS: readonly Comparison[] = ['==', '!=', '<=', '>=', '<', '>']

function filterStep(text: string, depth: number): Step | undefined {
  for (const comparison of COMPARISONS) {
    const options = splitOutsideQuotes(text, comparison)
    if (options.length === 1) continue
    const [left, right] = options.map((part) => operandOf(part.trim(), depth))
    if (options.length > 2 || left === undefined || right === undefined) return undefined
    return { kind: 'filter', left, comparison, right }
  }
  const left = operandOf(text, depth)
  return left && { kind: 'filter', left, comparison: 'exists' }
}

function operandOf(text: string, depth: number): Operand | undefined {
  const literal = quoted(text)
  if (literal !== undefined) return { value: literal }
  if (text === 'true' || text === 'false') return { value: text === 'true' }
  if (/^[-+]?\d+(\.\d+)?$/.test(text)) return { value: Number(text) }
  const path = text.startsWith('@') || text.startsWith('$') ? text.slice(1) : text
  const steps = parseSteps(path, depth + 1)
  return steps && { steps }
}

/** Splits at separators outside of quotes and brackets. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const options: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"' || text[at] === "'") {
      const end = quoteEnd(text, at)
      if (end < 0) break
      at = end
    } else if (text[at] === '[') {
      const end = bracketEnd(text, at)
      if (end === undefined) break
      at = end
    } else if (text.startsWith(separator, at)) {
      options.push(text.slice(start, at))
      at += separator.length - 1
      start = at + 1
    }
  }
  return [...options, text.slice(start)]
}
