import { explicit, int32, list, map, optional, required, string, struct } from '#schema/type.js'
import { structMergeType } from './merge-type.js'
import { ownershipOf } from './ownership.js'
import type { Json, Versions } from './versions.js'

/** A type with a field of each ownership type. */

const Port = struct('test.Port', 'A port.', {
  number: required(1, int32, 'Its number.'),
  protocol: optional(2, string, 'Its protocol.', { default: 'TCP' }),
  title: optional(3, string, 'Its name.'),
})

const Cabin = struct('test.Cabin', 'A cabin.', {
  name: required(1, string, 'Its name.'),
  beds: optional(2, int32, 'Its beds.'),
  ports: optional(3, list(Port), 'Its ports.', { listType: 'map', listMapKeys: ['number', 'protocol'] }),
})

const Engine = struct('test.Engine', 'An engine.', {
  fuel: optional(1, string, 'What it burns.'),
  power: explicit(2, int32, 'Its power.'),
})

const Flag = struct(
  'test.Flag',
  'A flag.',
  { country: optional(1, string, 'Whose.'), colour: optional(2, string, 'Which.') },
  { mapType: 'atomic' },
)

export const Ship = struct('test.Ship', 'A ship.', {
  apiVersion: optional(0, string, 'Its version.'),
  metadata: optional(
    1,
    struct('test.Meta', 'Metadata.', {
      name: optional(1, string, 'Name.'),
      labels: optional(2, map(string), 'Labels.'),
      annotations: optional(3, map(string), 'Annotations.'),
    }),
    'Metadata.',
  ),
  name: optional(2, string, 'Its name.'),
  cabins: optional(3, list(Cabin), 'Its cabins.', { merge: { key: 'name' } }),
  engine: explicit(4, Engine, 'Its engine.'),
  flag: explicit(5, Flag, 'Its flag.'),
  crew: optional(6, list(string), 'Who is on board.', { listType: 'set' }),
  route: optional(7, list(string), 'Where it goes.'),
  log: required(8, list(Port), 'Where it was.', { listType: 'map', listMapKeys: ['number'] }),
})

export const SHIP = structMergeType(Ship)

/** The type in another version, in which `name` is renamed. */
const { name, ...others } = Ship.fields
const RenamedShip = struct('test.RenamedShip', 'A ship.', { ...others, title: name })

const SCHEMAS: Readonly<Record<string, typeof Ship | typeof RenamedShip>> = { v1: Ship, v2: RenamedShip }

export const VERSIONS: Versions = {
  ownershipIn: (version) => SCHEMAS[version] && ownershipOf(SCHEMAS[version]),
  convert: (object, from, to) => {
    if (from === to) return object
    const [before, after] = from === 'v1' ? ['name', 'title'] : ['title', 'name']
    const { [before as string]: value, ...rest } = object
    return value === undefined ? rest : { ...rest, [after as string]: value }
  },
}

export const NOW = '2026-01-01T00:00:00Z'
export const LATER = '2026-01-01T00:00:01Z'

export const ship = (members: Json = {}): Json => ({ log: null, metadata: {}, ...members })
