import { nearest } from '../../util/nearest.js'
import { StartError } from '../config.js'

/** What an option may be. The types say the same, but programs in JavaScript have none. */
export interface Expected {
  readonly what: string
  fits(value: unknown): boolean
}

export type ExpectedOptions = Readonly<Record<string, Expected>>

export const ANYTHING: Expected = { what: 'anything', fits: () => true }
export const TEXT: Expected = { what: 'a text', fits: (value) => typeof value === 'string' }
export const TRUTH: Expected = { what: 'true or false', fits: (value) => typeof value === 'boolean' }
export const LIST: Expected = { what: 'a list', fits: Array.isArray }
export const OBJECT: Expected = {
  what: 'an object',
  fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
export const CLOCK: Expected = {
  what: 'a clock: an object with the functions now and at',
  fits: (value) => {
    const { now, at } = OBJECT.fits(value) ? (value as Record<string, unknown>) : {}
    return typeof now === 'function' && typeof at === 'function'
  },
}
export const KINDS: Expected = {
  what: 'a list of kinds that were made with defineKind',
  fits: (value) =>
    Array.isArray(value) &&
    value.every((kind) => OBJECT.fits(kind) && OBJECT.fits((kind as Record<string, unknown>).definition)),
}
export const TEXTS: Expected = {
  what: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every(TEXT.fits),
}
export const TEXT_OR_TEXTS: Expected = {
  what: 'a text or a list of texts',
  fits: (value) => TEXT.fits(value) || TEXTS.fits(value),
}
export const MAP_OF_TEXTS: Expected = {
  what: 'an object of texts',
  fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(TEXT.fits),
}
export const MAP_OF_LISTS: Expected = {
  what: 'an object of lists of texts',
  fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(TEXTS.fits),
}

export function oneOf(values: readonly string[]): Expected {
  return { what: `one of ${values.join(', ')}`, fits: (value) => values.some((known) => known === value) }
}

/**
 * Throws a `StartError` that names the first option that is not known or not of its type: one that is overlooked would
 * leave a server open. An option that is undefined counts as left out.
 */
export function expectOptions(
  place: string,
  options: object,
  expected: ExpectedOptions,
  required: readonly string[] = [],
): void {
  if (!OBJECT.fits(options)) throw new StartError(`${place || 'the options'}: expected an object`)
  const prefix = place === '' ? '' : `${place}.`
  for (const [key, value] of Object.entries(options)) {
    const known = Object.hasOwn(expected, key) ? expected[key] : undefined
    if (known === undefined) throw unknownOption(prefix, key, Object.keys(expected))
    if (value !== undefined && !known.fits(value))
      throw new StartError(`${prefix}${key}: expected ${known.what}`)
  }
  for (const key of required) {
    if ((options as Record<string, unknown>)[key] === undefined)
      throw new StartError(`${prefix}${key} is missing`)
  }
}

/** The same for each element of a list, if there is one. */
export function expectEach(
  place: string,
  list: readonly object[] | undefined,
  expected: ExpectedOptions,
  required: readonly string[],
): void {
  for (const [index, element] of (list ?? []).entries()) {
    expectOptions(`${place}[${index}]`, element, expected, required)
  }
}

function unknownOption(prefix: string, key: string, known: readonly string[]): StartError {
  const meant = nearest(key, known)
  return new StartError(
    `unknown option ${prefix}${key}${meant === undefined ? '' : `, did you mean ${meant}?`}`,
  )
}
