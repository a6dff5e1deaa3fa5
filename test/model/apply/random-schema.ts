import {
  type AnyStruct,
  boolean,
  type Field,
  type FieldOptions,
  type Fields,
  int32,
  list,
  map,
  type Presence,
  string,
  struct,
  type Type,
} from '#schema/type.js'
import { fieldZeroValue } from '#schema/zero-value.js'
import type { Random } from '#test/support/random.js'

const NAMES = ['a', 'b', 'c', 'd', 'e']
const MAX_LEVELS = 3
const SCALARS = [string, string, int32, boolean]
const PRESENCES: readonly Presence[] = [
  'optional',
  'optional',
  'optional',
  'explicit',
  'required',
  'nullable',
]
let structs = 0

/** The schema of a kind: every kind of list and map within others, to a few levels. */
export function randomSchema(random: Random): AnyStruct {
  return randomStruct(random, 1, { mapType: 'granular' })
}

interface StructWishes {
  /** Fields in addition to the random ones. */
  readonly fields?: Fields
  readonly mapType?: 'atomic' | 'granular'
}

function randomStruct(random: Random, level: number, { fields = {}, mapType }: StructWishes = {}): AnyStruct {
  const names = NAMES.slice(0, (level === 1 ? 3 : 1) + random.below(3))
  const described = Object.fromEntries(names.map((name) => [name, randomField(random, level)]))
  const all = Object.entries({ ...fields, ...described })
  const numbered = Object.fromEntries(
    all.map(([name, field], index) => [name, { ...field, number: index + 1 }]),
  )
  const ownership = mapType ?? (random.chance(0.15) ? 'atomic' : undefined)
  return struct(`Random${structs++}`, 'random', numbered, { mapType: ownership })
}

function randomField(random: Random, level: number): Field {
  const choices = level >= MAX_LEVELS ? FLAT_FIELDS : [...FLAT_FIELDS, ...DEEP_FIELDS]
  return random.pick(choices)(random, level)
}

const field = (random: Random, type: Type, options: FieldOptions = {}): Field => ({
  // Its struct gives it a number of its own.
  number: 1,
  type,
  description: 'random',
  presence: random.pick(PRESENCES),
  ...options,
})

/** A list whose items have owners of their own. Such lists are absent when they are empty, as in all kinds. */
const sharedList = (random: Random, element: Type, options: FieldOptions): Field => ({
  ...field(random, list(element), options),
  presence: random.pick(['optional', 'optional', 'required']),
})

function scalarField(random: Random): Field {
  const type = random.pick(SCALARS)
  const defaults: Record<string, string | number | boolean> = { string: 'b', int32: 2, boolean: true }
  return field(random, type, random.chance(0.2) ? { default: defaults[type.name] } : {})
}

type FieldMaker = (random: Random, level: number) => Field

const FLAT_FIELDS: readonly FieldMaker[] = [
  scalarField,
  scalarField,
  (random) => field(random, map(random.pick(SCALARS))),
  (random) => field(random, map(string), { mapType: 'atomic' }),
  (random) => sharedList(random, random.pick([string, int32]), { listType: 'set' }),
  (random) => field(random, list(string), random.pick([{ listType: 'atomic' as const }, {}])),
]

const DEEP_FIELDS: readonly FieldMaker[] = [
  (random, level) => field(random, randomStruct(random, level + 1)),
  (random, level) => field(random, randomStruct(random, level + 1)),
  (random, level) => field(random, randomStruct(random, level + 1), { mapType: 'atomic' }),
  (random, level) => field(random, map(randomStruct(random, level + 1))),
  (random, level) => field(random, list(randomStruct(random, level + 1)), { listType: 'atomic' }),
  keyedListField,
  keyedListField,
  keyedListField,
]

/** Of one key or several, in any order. The last of several may have a default, as some kinds have it; not the only one. */
function keyedListField(random: Random, level: number): Field {
  const names = ['z', 'x', 'y'].slice(0, 1 + random.below(3))
  const fields: Record<string, Field> = {}
  for (const name of names)
    fields[name] = { ...field(random, random.pick([string, int32])), presence: 'required' }
  const last = names[names.length - 1] as string
  if (names.length > 1 && random.chance(0.5))
    fields[last] = { ...field(random, string, { default: 'b' }), presence: 'optional' }
  const element = randomStruct(random, level + 1, { fields })
  return sharedList(random, element, { listType: 'map', listMapKeys: names })
}

/** The empty object without defaults, before its first write. */
export function zeroObject({ fields }: AnyStruct): Record<string, unknown> {
  const properties = Object.entries(fields as Fields).map(([name, field]) => {
    const zero = fieldZeroValue({ ...field, default: undefined })
    return [
      name,
      zero.kind === 'struct' ? zeroObject(zero.type) : zero.kind === 'value' ? zero.value : undefined,
    ]
  })
  return Object.fromEntries(properties.filter(([, value]) => value !== undefined))
}
