import { inspect } from 'node:util'
import { type ProgramConfig, type ServerConfig, StartError } from '#server/config.js'
import { excerpt } from '#util/excerpt.js'
import { closestMatch } from '#util/text/nearest.js'

type Config = ServerConfig & ProgramConfig

/** Overrides of the configuration. Undefined counts as unset. */
export type Choices = { readonly [K in keyof Config]?: Config[K] | undefined }

/** Applies overrides to a configuration. */
export function choose(config: Config, choices: Choices): Config {
  const made = Object.entries(choices).filter(([, value]) => value !== undefined)
  return { ...config, ...Object.fromEntries(made) }
}

/** The runtime type of an option, for programs in JavaScript. */
export interface Expected {
  readonly what: string
  fits(value: unknown): boolean
  /** Whether error messages must not show the value. */
  readonly isSecret?: boolean
}

export type ExpectedOptions = Readonly<Record<string, Expected>>

export const STRING: Expected = { what: 'a string', fits: (value) => typeof value === 'string' }
export const SECRET_STRING: Expected = { ...STRING, isSecret: true }
export const BOOLEAN: Expected = { what: 'true or false', fits: (value) => typeof value === 'boolean' }
/** A list of objects, which are checked one by one. */
export const LIST: Expected = { what: 'a list', fits: Array.isArray, isSecret: true }
export const OBJECT: Expected = {
  what: 'an object',
  fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  isSecret: true,
}
export const CLOCK: Expected = {
  what: 'a clock: an object with the functions now and at',
  fits: (value) => {
    const { now, at } = OBJECT.fits(value) ? (value as Record<string, unknown>) : {}
    return typeof now === 'function' && typeof at === 'function'
  },
}
export const LOGGER: Expected = {
  what: 'a logger: an object with the functions trace, debug, info, warn and error',
  fits: (value) =>
    OBJECT.fits(value) &&
    ['trace', 'debug', 'info', 'warn', 'error'].every(
      (level) => typeof (value as Record<string, unknown>)[level] === 'function',
    ),
}
export const SIGNAL: Expected = {
  what: 'an AbortSignal',
  fits: (value) => {
    const { aborted, addEventListener } = OBJECT.fits(value) ? (value as Partial<AbortSignal>) : {}
    return typeof aborted === 'boolean' && typeof addEventListener === 'function'
  },
}
export const KINDS: Expected = {
  what: 'a list of kinds that were made with defineKind',
  fits: (value) =>
    Array.isArray(value) &&
    value.every((kind) => OBJECT.fits(kind) && OBJECT.fits((kind as Record<string, unknown>).definition)),
}
export const STRINGS: Expected = {
  what: 'a list of strings',
  fits: (value) => Array.isArray(value) && value.every(STRING.fits),
}
export const STRING_OR_STRINGS: Expected = {
  what: 'a string or a list of strings',
  fits: (value) => STRING.fits(value) || STRINGS.fits(value),
}
export const MAP_OF_STRINGS: Expected = {
  what: 'an object of strings',
  fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(STRING.fits),
}
export const MAP_OF_LISTS: Expected = {
  what: 'an object of lists of strings',
  fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(STRINGS.fits),
}

export function oneOf(values: readonly string[]): Expected {
  return { what: `one of ${values.join(', ')}`, fits: (value) => values.some((known) => known === value) }
}

/** The same, or an empty string. */
export function orEmpty({ what, fits }: Expected): Expected {
  return { what: `${what}, or an empty string for none`, fits: (value) => value === '' || fits(value) }
}

export interface OptionHints {
  readonly required?: readonly string[]
  /** The right spelling of unknown options. */
  readonly spelledElsewhere?: Readonly<Record<string, string>>
}

/**
 * Throws a `StartError` for the first unknown or invalid option: an ignored option could leave a server open.
 * Undefined counts as unset.
 */
export function expectOptions(
  place: string,
  options: object,
  expected: ExpectedOptions,
  { required = [], spelledElsewhere = {} }: OptionHints = {},
): void {
  if (!OBJECT.fits(options)) throw unusable(place || 'the options', OBJECT, options)
  const prefix = place === '' ? '' : `${place}.`
  for (const [key, value] of Object.entries(options)) {
    const known = Object.hasOwn(expected, key) ? expected[key] : undefined
    if (known === undefined) throw unknownOption(prefix, key, Object.keys(expected), spelledElsewhere)
    if (value !== undefined && !known.fits(value)) throw unusable(prefix + key, known, value)
  }
  for (const key of required) {
    if ((options as Record<string, unknown>)[key] === undefined)
      throw new StartError(`${prefix}${key} is missing`)
  }
}

/** The same for each element of an optional list. */
export function expectEach(
  place: string,
  list: readonly object[] | undefined,
  expected: ExpectedOptions,
  required: readonly string[],
): void {
  for (const [index, element] of (list ?? []).entries()) {
    expectOptions(`${place}[${index}]`, element, expected, { required })
  }
}

function unusable(option: string, { what, isSecret }: Expected, value: unknown): StartError {
  return new StartError(`${option}: expected ${what}, got ${isSecret ? typeName(value) : shown(value)}`)
}

/** The type of a value, without its content. */
function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A short value on one line. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(excerpt(value))
  if (typeof value === 'function') return 'a function'
  return excerpt(inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY, customInspect: false }))
}

function unknownOption(
  prefix: string,
  key: string,
  known: readonly string[],
  spelledElsewhere: Readonly<Record<string, string>>,
): StartError {
  const meant = Object.hasOwn(spelledElsewhere, key) ? spelledElsewhere[key] : closestMatch(key, known)
  return new StartError(
    `unknown option ${prefix}${key}${meant === undefined ? '' : `, did you mean ${meant}?`}`,
  )
}
