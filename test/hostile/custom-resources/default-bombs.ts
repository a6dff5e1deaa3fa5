import { type CustomResourceAttack, Kind, list, object, properties, times } from './custom-resources.js'

/** Defaults that turn a small object into a very large one. */

const LARGE_TEXT = 'x'.repeat(900_000)
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'

const text = (value: string | undefined) => ({ type: 'string', default: value })
const items = (value: string | undefined) => object({ list: list(object({ text: text(value) })) })
const empty = (count: number) => () => ({ list: times(count, () => ({})) })

const hundred = times(100, () => ({}))

const bombs = new Kind('bombs')
const reports = new Kind('reports')
const grown = new Kind('grown')
const widened = new Kind('widened')
const nested = new Kind('nested')
const hollow = new Kind('hollow')

export const defaultBombs: readonly CustomResourceAttack[] = [
  {
    name: 'a large default in each of many items',
    steps: [
      bombs.define(items(LARGE_TEXT), 201, { subresources: { status: {} } }),
      bombs.create(empty(24_000), 413),
      bombs.create(empty(24_000), 413, { query: '?dryRun=All' }),
      bombs.apply(empty(24_000), 413),
      bombs.create(empty(1), 201),
      bombs.replace(empty(24_000), 413),
      bombs.apply(empty(24_000), 413),
      bombs.patch(() => ({ spec: empty(24_000)() }), 413),
    ],
  },
  {
    name: 'a large default in each of many items of the status',
    steps: [
      reports.define(object({}), 201, {
        subresources: { status: {} },
        schema: { openAPIV3Schema: object({ spec: object({}), status: items(LARGE_TEXT) }) },
      }),
      reports.create(() => ({})),
      reports.patch(() => ({ status: empty(24_000)() }), 413, '/status'),
    ],
  },
  {
    name: 'a default that becomes large after objects were stored',
    steps: [
      grown.define(items(undefined)),
      grown.create(empty(24_000)),
      grown.redefine(items(LARGE_TEXT)),
      grown.get('/one'),
      grown.get(),
      grown.get('', TABLE),
      grown.get('', 'application/yaml'),
      grown.get('?watch=true&timeoutSeconds=1'),
      grown.get('?watch=true&timeoutSeconds=1', TABLE),
      grown.patch(() => ({ metadata: { labels: { a: 'b' } } }), 413),
    ],
  },
  {
    name: 'many stored objects that become large together',
    prepare: [
      widened.define(object({ text: { type: 'string' } })),
      ...times(80, (index) => widened.create(() => ({}), 201, { name: `o${index}` })),
      widened.redefine(object({ text: text(LARGE_TEXT) })),
    ],
    steps: [
      widened.get(),
      widened.get('', TABLE),
      widened.get('', 'application/yaml', 413),
      widened.get('?watch=true&timeoutSeconds=2'),
    ],
  },
  {
    name: 'defaults that multiply each other',
    steps: [
      nested.define(
        object({
          list: list(object({ list: list(object({ text: text('x'.repeat(1000)) }), { default: hundred }) }), {
            default: hundred,
          }),
        }),
        422,
      ),
    ],
  },
  {
    name: 'many fields with defaults whose parent is absent',
    steps: [
      hollow.define(object({ list: list(object(properties(2500, () => object({ text: text('x') })))) })),
      hollow.create(empty(24_000)),
    ],
  },
]
