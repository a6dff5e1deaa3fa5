/** What is wrong with texts that have a form of their own, in the words of Kubernetes and of Go, which it is written in. */

const QUANTITY = /^[+-]?\d*(?:\.\d*)?([eEinumkKMGTP]*[-+]?\d*)$/
const SUFFIX = /^(?:[num]|[kMGTPE]|[KMGTPE]i|[eE][-+]?\d+)?$/

export function quantityProblem(input: unknown): string {
  const text = typeof input === 'string' ? input.trim() : String(input)
  const match = text === '' ? null : QUANTITY.exec(text)
  if (match === null) {
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  }
  return SUFFIX.test(match[1] ?? '')
    ? 'unable to parse numeric part of quantity'
    : "unable to parse quantity's suffix"
}

/** The text is not repeated: it may be a secret. */
export function base64Problem(text: string): string {
  return `illegal base64 data at input byte ${firstFault(text)}`
}

const DIGIT = /[A-Za-z0-9+/]/

function firstFault(text: string): number {
  let inQuantum = 0
  let at = 0
  for (const character of text) {
    if (character === '=') {
      // Padding completes a group of which two or three digits were given, and nothing follows it.
      const padding = /^=[\r\n]*=?[\r\n]*$/.test(text.slice(at))
      return inQuantum < 2 || padding ? at : at + 1
    }
    if (character !== '\r' && character !== '\n') {
      if (!DIGIT.test(character)) return at
      inQuantum = (inQuantum + 1) % 4
    }
    at += Buffer.byteLength(character)
  }
  return at - inQuantum
}

const TIME = '2006-01-02T15:04:05Z07:00'
const MICRO_TIME = '2006-01-02T15:04:05.000000Z07:00'

interface Element {
  /** As the form of times writes it. */
  readonly form: string
  readonly pattern: RegExp
  readonly range?: { readonly name: string; readonly lowest: number; readonly highest: number }
}

const literal = (form: string): Element => ({ form, pattern: new RegExp(`^${form}`) })
const number = (form: string, digits: string, name: string, lowest: number, highest: number): Element => ({
  form,
  pattern: new RegExp(`^${digits}`),
  range: { name, lowest, highest },
})

const DATE: readonly Element[] = [
  { form: '2006', pattern: /^\d{4}/ },
  literal('-'),
  number('01', '\\d\\d', 'month', 1, 12),
  literal('-'),
  number('02', '\\d\\d', 'day', 1, 31),
  literal('T'),
  number('15', '\\d\\d?', 'hour', 0, 23),
  literal(':'),
  number('04', '\\d\\d', 'minute', 0, 59),
  literal(':'),
  number('05', '\\d\\d', 'second', 0, 59),
]
const ZONE: Element = { form: 'Z07:00', pattern: /^(?:Z|[+-]\d\d:\d\d)/ }
const TIME_ELEMENTS: readonly Element[] = [...DATE, { form: '', pattern: /^(?:[.,]\d+)?/ }, ZONE]
const MICRO_TIME_ELEMENTS: readonly Element[] = [...DATE, { form: '.000000', pattern: /^[.,]\d{6}/ }, ZONE]

export function timeProblem(text: string, isMicro: boolean): string {
  let rest = text
  for (const { form, pattern, range } of isMicro ? MICRO_TIME_ELEMENTS : TIME_ELEMENTS) {
    const match = pattern.exec(rest)
    if (match === null) {
      const whole = isMicro ? MICRO_TIME : TIME
      return `parsing time ${quote(text)} as "${whole}": cannot parse ${quote(rest)} as "${form}"`
    }
    const found = Number(match[0])
    if (range !== undefined && (found < range.lowest || found > range.highest)) {
      return `parsing time ${quote(text)}: ${range.name} out of range`
    }
    rest = rest.slice(match[0].length)
  }
  if (rest !== '') return `parsing time ${quote(text)}: extra text: ${quote(rest)}`
  return `parsing time ${quote(text)}: day out of range`
}

const MAX_TIME_LENGTH = 100
const quote = (text: string) =>
  JSON.stringify(text.length > MAX_TIME_LENGTH ? `${text.slice(0, MAX_TIME_LENGTH)}…` : text)
