import type { Field, Fields, Type } from '#schema/type.js'
import type { Random } from '../support/random.js'
import { adjust } from './random-adjustments.js'
import type { FieldValues } from './random-fields.js'
import { anyText } from './random-text.js'
import { MAKERS } from './random-values.js'

/**
 * Random valid bodies. The schema has the fields, the makers give them values, and adjustments make the fields of a struct
 * consistent.
 */
export function randomObject(schema: Type, random: Random): FieldValues {
  return randomValue(schema, random, 0) as FieldValues
}

/** Deep fields are omitted more often, or objects would grow without end. */
const chanceOf = (depth: number) => (depth < 2 ? 0.8 : depth < 6 ? 0.35 : 0.2)

function randomValue(type: Type, random: Random, depth: number): unknown {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.name](random)
    case 'list':
      return Array.from({ length: random.below(3) }, () => randomValue(type.element, random, depth + 1))
    case 'map':
      return Object.fromEntries(
        Array.from({ length: random.below(3) }, (_, index) => [
          `key-${index}`,
          randomValue(type.element, random, depth + 1),
        ]),
      )
    case 'either':
      return randomValue(random.chance(0.5) ? type.struct : type.other, random, depth + 1)
    case 'struct': {
      const struct = type.name.slice(type.name.lastIndexOf('.') + 1)
      const fields: FieldValues = {}
      for (const [name, field] of Object.entries(type.fields as Fields)) {
        const value = randomField(`${struct}.${name}`, field, random, depth)
        if (value !== undefined) fields[name] = value
      }
      adjust(type.name, fields, random)
      return fields
    }
  }
}

function randomField(path: string, field: Field, random: Random, depth: number): unknown {
  const needed = field.presence === 'required' && field.type.kind !== 'list'
  if (!needed && !random.chance(chanceOf(depth))) return random.chance(0.05) ? null : undefined
  const make = MAKERS[path]
  if (make !== undefined) return make(random)
  if (field.enum !== undefined && field.type.kind === 'scalar') return random.pick(field.enum)
  return randomValue(field.type, random, depth + 1)
}

const FREE_FORM_VALUES = [{}, [], 0, -1.5, '', 'text', false, { b: [1, { a: null }], a: { '': 'ü' } }]

const FIELD_SETS = [{}, { 'f:spec': { '.': {}, 'f:replicas': {} } }, { 'f:data': { 'f:ü': {} } }]

const SCALARS: Record<(Type & { kind: 'scalar' })['name'], (random: Random) => unknown> = {
  string: anyText,
  boolean: (random) => random.chance(0.5),
  int32: (random) => random.pick([0, 1, random.below(200), 0x7fffffff]),
  int64: (random) => random.pick([0, 1, random.below(2 ** 31), Number.MAX_SAFE_INTEGER]),
  number: (random) => random.pick([0, 1, -0.5, 1e-7, 2 ** 60, random.below(200)]),
  quantity: (random) => random.pick(['0', '1', '1500m', '1.5', '100Mi', '1e3', '0.0001', 7]),
  milliQuantity: (random) => random.pick(['0', '1', '1500m', '1.5', '100Mi', '1e3', '0.0001', 7]),
  time: (random) => random.pick(['2020-02-29T12:00:00Z', '2020-01-01T00:00:00+02:00', null]),
  microTime: (random) =>
    random.pick(['2020-02-29T12:00:00.000001Z', '1969-12-31T23:59:59.999999+02:00', null]),
  duration: (random) => random.pick(['0s', '1m30s', '500ms']),
  intOrString: (random) => 1 + random.below(100),
  bytes: (random) => random.bytes(random.below(8)).toString('base64'),
  json: (random) => random.pick(FREE_FORM_VALUES),
  schemaJson: (random) => random.pick(FREE_FORM_VALUES),
  fieldSet: (random) => random.pick(FIELD_SETS),
}
