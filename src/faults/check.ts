import { inspect } from 'node:util'
import { excerpt } from '#util/excerpt.js'
import { closestMatch } from '#util/text/nearest.js'

/** Throws a `TypeError` unless the value is an object with known keys only. */
export function checkKeys(place: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${place}: expected an object, got ${shown(value)}`)
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${place}: ${unknownName(key, known)}`)
  }
}

/** Says that a name is unknown, and which one may be meant. */
export function unknownName(name: string, known: readonly string[]): string {
  const meant = closestMatch(name, known)
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`
  return `${shown(name)} is unknown, ${hint}`
}

/** A short value on one line. */
export const shown = (value: unknown): string =>
  excerpt(inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY }))
