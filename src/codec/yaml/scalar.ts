/**
 * What a plain scalar (text without quotes) means in YAML 1.1, as users of the API have come to know it. It
 * differs from the letter of YAML 1.1 in two places: times stay text, and `80:80` is text and not a number
 * to the base of 60.
 */
export type PlainValue = string | number | bigint | boolean | null

const WORDS: ReadonlyMap<string, PlainValue> = new Map<string, PlainValue>([
  ...inEachCase(null, ['null']),
  ['~', null],
  ['', null],
  ...inEachCase(true, ['y', 'yes', 'true', 'on']),
  ...inEachCase(false, ['n', 'no', 'false', 'off']),
  ...inEachCase(Number.NaN, ['.nan']),
  ['.NaN', Number.NaN],
  ...inEachCase(Number.POSITIVE_INFINITY, ['.inf', '+.inf']),
  ...inEachCase(Number.NEGATIVE_INFINITY, ['-.inf']),
])

/** `yes`, `Yes` and `YES` mean the same; `yEs` is text. */
function inEachCase(value: PlainValue, words: readonly string[]): [string, PlainValue][] {
  return words.flatMap((word): [string, PlainValue][] => [
    [word, value],
    [word.replace(/[a-z]/, (letter) => letter.toUpperCase()), value],
    [word.toUpperCase(), value],
  ])
}

/** Binary, octal (`010` as in YAML 1.1 and `0o10` as in YAML 1.2) and hexadecimal. */
const OTHER_BASE = /^([-+]?)0(?:[bB]([01]+)|[oO]?([0-7]+)|[xX]([0-9a-fA-F]+))$/
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/

/** May give a number that JSON does not know: NaN or an infinity. */
export function resolvePlain(text: string): PlainValue {
  const word = WORDS.get(text)
  if (word !== undefined) return word
  if (!/^[-+.0-9]/.test(text)) return text
  const digits = text.includes('_') ? text.replaceAll('_', '') : text
  const match = OTHER_BASE.exec(digits)
  if (match) {
    const [, sign, binary, octal, hexadecimal] = match
    const magnitude =
      binary !== undefined
        ? Number.parseInt(binary, 2)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : Number.parseInt(hexadecimal as string, 16)
    return sign === '-' ? -magnitude : magnitude
  }
  return DECIMAL.test(digits) ? decimal(digits) : text
}

/** Whole numbers of 64 bits keep all of their digits. */
function decimal(digits: string): number | bigint {
  const value = Number(digits)
  if (Number.isSafeInteger(value) || !/^[-+]?[0-9]+$/.test(digits)) return value
  const exact = BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
  return BigInt.asIntN(64, exact) === exact ? exact : value
}
