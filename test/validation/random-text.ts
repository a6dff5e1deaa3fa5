import type { Random } from '../support/random.js'

/** Random strings of each format, as varied as the format allows. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const ALNUM = LOWER + DIGITS
const MIXED = ALNUM + LOWER.toUpperCase()

/** A random string of limited length. `ends` has its first and last characters. */
const between = (random: Random, ends: string, inner: string, limit: number) =>
  random.text(1, ends) +
  (random.chance(0.8) ? random.text(random.below(limit - 1), inner) + random.text(1, ends) : '')

export const dnsLabel = (random: Random) => between(random, ALNUM, `${ALNUM}-`, 12)
/** Sometimes long. */
export const dns1035Label = (random: Random) =>
  random.text(1, LOWER) + (random.chance(0.1) ? random.text(62, ALNUM) : random.text(random.below(9), ALNUM))
export const subdomain = (random: Random) =>
  Array.from({ length: 1 + random.below(3) }, () => dnsLabel(random)).join('.')
const namePart = (random: Random) => between(random, MIXED, `${MIXED}-_.`, random.chance(0.1) ? 63 : 12)
export const qualifiedName = (random: Random) =>
  (random.chance(0.3) ? `${subdomain(random)}/` : '') + namePart(random)
export const labelValue = (random: Random) => (random.chance(0.1) ? '' : namePart(random))
export const envVarName = (random: Random) =>
  random.text(1, `${MIXED}_`).replace(/\d/, '_') + random.text(random.below(9), `${MIXED}_-.`)
export const configKey = (random: Random) =>
  random.text(1, MIXED) + random.text(random.below(9), `${MIXED}_-.`)
export const portName = (random: Random) => random.text(1, LOWER) + random.text(random.below(14), ALNUM)
export const address = (random: Random) =>
  random.pick(['10.0.0.1', '255.255.255.255', '::1', 'fe80::1', '2001:db8::10.1.2.3'])
export const relativePath = (random: Random) =>
  Array.from({ length: 1 + random.below(3) }, () => configKey(random)).join('/')
export const absolutePath = (random: Random) => `/${relativePath(random)}`
export const host = (random: Random) =>
  (random.chance(0.3) ? '*.' : '') + subdomain(random).replace(/^\d/, 'a')
/** Any string. */
export const anyText = (random: Random) =>
  random.pick([
    '',
    'x',
    ' ',
    'ü',
    '日本',
    '😀',
    '"\\',
    '\n',
    'null',
    '0',
    '__proto__',
    random.text(random.below(30)),
  ])
