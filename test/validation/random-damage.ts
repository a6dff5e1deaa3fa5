import type { Random } from '../support/random.js'

/** Damages a body in a few places: wrong values, unknown names, names in another case, another order. */
export function damage(body: unknown, random: Random): unknown {
  return damageValue(body, random, 1 / (2 + random.below(60)))
}

function damageValue(value: unknown, random: Random, chance: number): unknown {
  if (random.chance(chance)) return random.pick(WRONG)
  if (Array.isArray(value)) return value.map((element) => damageValue(element, random, chance))
  if (typeof value !== 'object' || value === null) return value
  const properties = Object.entries(value).map(([name, value]): [string, unknown] => [
    random.chance(chance) ? rename(name, random) : name,
    damageValue(value, random, chance),
  ])
  if (random.chance(chance)) properties.push([random.pick(STRANGE), random.pick(WRONG)])
  if (random.chance(0.3)) properties.reverse()
  return Object.fromEntries(properties)
}

function rename(name: string, random: Random): string {
  return random.pick([name.toUpperCase(), name.toLowerCase(), `${name}x`, random.pick(STRANGE)])
}

const STRANGE = ['__proto__', 'constructor', 'toString', '', '0', 'spec', 'Name', 'ſpec']

const WRONG = [
  null,
  true,
  false,
  0,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  '',
  'text',
  '0001-01-01T00:00:00Z',
  'half \ud800 of a pair',
  [],
  {},
  [null],
  [[]],
  { name: 'a', Name: 'b' },
  { a: null },
]
