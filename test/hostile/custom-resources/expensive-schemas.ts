import { type CustomResourceAttack, Kind, list, object, properties, times } from './custom-resources.js'

/** Schemas that make objects slow to validate, and definitions that are slow to validate themselves. */

const enumerated = new Kind('enumerated')
const composite = new Kind('composite')
const distinct = new Kind('distinct')
const crowded = new Kind('crowded')
const thronged = new Kind('thronged')
const keyed = new Kind('keyed')
const doubled = new Kind('doubled')
const defaulted = new Kind('defaulted')

const STRING = { type: 'string' }
const SET = { 'x-kubernetes-list-type': 'set' }
const entry = (index: number) => ({ name: `n${index}`, zone: 'a', value: `v${index}` })
const MAP = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name', 'zone'] }
const ENTRY = object({ name: STRING, zone: STRING, value: STRING }, { required: ['name', 'zone'] })

export const expensiveSchemas: readonly CustomResourceAttack[] = [
  {
    name: 'many items with an enum of many values',
    steps: [
      enumerated.define(
        object({ list: list({ ...STRING, enum: times(5000, (index) => `value-${index}`) }) }),
      ),
      enumerated.create(() => ({ list: times(40_000, () => 'value-4999') })),
      enumerated.patch(() => ({ spec: { list: times(40_000, () => 'value-4998') } }), 200),
      enumerated.create(() => ({ list: times(40_000, () => 'other') }), 422, { name: 'two' }),
    ],
  },
  {
    name: 'many items with an enum of many objects',
    steps: [
      composite.define(
        object({
          list: list({
            type: 'object',
            properties: { a: { type: 'integer' } },
            enum: times(5000, (index) => ({ a: index })),
          }),
        }),
      ),
      composite.create(() => ({ list: times(12_000, () => ({ a: 4999 })) })),
    ],
  },
  {
    name: 'a set with more items than field owners are tracked for',
    steps: [
      crowded.define(object({ list: list(STRING, SET) })),
      crowded.create(() => ({ list: times(40_000, (index) => `i${index}`) }), 413),
      crowded.apply(() => ({ list: times(40_000, (index) => `i${index}`) }), 413),
      crowded.create(() => ({ list: times(40_000, () => 'same') }), 422),
    ],
  },
  {
    name: 'a set of many items',
    steps: [
      distinct.define(object({ list: list(STRING, SET) })),
      distinct.create(() => ({ list: times(3000, (index) => `i${index}`) })),
      distinct.patch(() => ({ spec: { list: times(3000, (index) => `j${index}`) } }), 200),
      distinct.apply(() => ({ list: times(3000, (index) => `j${index}`) }), 200),
    ],
  },
  {
    name: 'a keyed list with more items than field owners are tracked for',
    steps: [
      thronged.define(object({ list: list(ENTRY, MAP) })),
      thronged.create(() => ({ list: times(12_000, entry) }), 413),
      thronged.apply(() => ({ list: times(12_000, entry) }), 413),
      thronged.create(() => ({ list: times(12_000, () => entry(1)) }), 422),
    ],
  },
  {
    name: 'a keyed list of many items',
    steps: [
      keyed.define(object({ list: list(ENTRY, MAP) })),
      keyed.create(() => ({ list: times(1500, entry) })),
      keyed.patch(() => ({ spec: { list: times(1500, (index) => entry(index + 5)) } }), 200),
      keyed.apply(() => ({ list: times(1500, entry) }), 200),
    ],
  },
  {
    name: 'a definition with many defaults',
    steps: [
      defaulted.define(object(properties(9000, (index) => ({ ...STRING, default: `default-${index}` })))),
      defaulted.create(() => ({})),
      defaulted.create(() => ({}), 201, { name: 'two' }),
      defaulted.get(),
    ],
  },
  {
    name: 'a definition with many objects that have many defaults',
    steps: [
      doubled.define(
        object(
          properties(90, () =>
            object(
              properties(90, (index) => ({ type: 'integer', minimum: 0, default: index })),
              { default: {} },
            ),
          ),
        ),
      ),
      doubled.create(() => ({})),
    ],
  },
]
