import {
  boolean,
  bytes,
  either,
  explicit,
  type Field,
  fieldSet,
  type Infer,
  json,
  type ListType,
  list,
  type MapType,
  map,
  microTime,
  number,
  optional,
  quantity,
  required,
  type ScalarType,
  type StructType,
  string,
  struct,
  time,
} from './type.js'

/** Schemas for the tests of all derived functions: scalars with a syntax of their own, and a recursive struct. */

export const Parcel = struct('test.Parcel', 'A parcel.', () => ({
  seal: required(1, bytes, 'Always there.'),
  stamp: optional(2, bytes, 'Left out when it is empty.'),
  photo: explicit(3, bytes, 'May be empty.'),
  papers: optional(4, map(bytes), 'Bytes by name.'),
  pages: optional(5, list(bytes), 'One after the other.'),
  packed: optional(6, microTime, 'Null when it was not.'),
  opened: explicit(7, microTime, 'Absent when it was not.'),
  scanned: optional(8, list(microTime), 'At the stations.'),
  contents: optional(9, json, 'Anything.'),
  remark: explicit(10, json, 'Anything, or absent.'),
  samples: optional(11, map(json), 'Anything by name.'),
  owned: explicit(12, fieldSet, 'Which fields the sender has set.'),
  weights: optional(13, map(quantity), 'Of its parts.'),
  stops: optional(14, map(time), 'When it was where.'),
  marks: optional(15, map(list(string)), 'Several of each kind.'),
  crate: explicit(16, Crate, 'What it came in.'),
  weight: explicit(17, number, 'In tons.'),
  lock: explicit(19, CrateOrFlag, 'A crate around it, or whether there is one.'),
  nested: optional(20, map(CrateOrCrates), 'One crate or several, by name.'),
}))
export interface Parcel extends Infer<typeof Parcel> {}

/** The fields of a struct that contains itself cannot be inferred. */
type CrateFields = {
  label: Field<ScalarType<'string'>, 'optional'>
  inside: Field<ListType<StructType<CrateFields>>, 'optional'>
  named: Field<MapType<StructType<CrateFields>>, 'optional'>
  lid: Field<StructType<CrateFields>, 'explicit'>
}

export const Crate: StructType<CrateFields> = struct('test.Crate', 'A crate of crates.', () => ({
  label: optional(1, string, 'Label.', { default: 'this side up' }),
  inside: optional(2, list(Crate), 'Crates in it.'),
  named: optional(3, map(Crate), 'Crates in it by name.'),
  lid: explicit(4, Crate, 'A crate turned over.'),
}))
export interface Crate extends Infer<typeof Crate> {}

const CrateOrFlag = either('test.CrateOrFlag', 'A crate, or a flag in its place.', {
  struct: Crate,
  other: boolean,
  numbers: { struct: 2, other: 1 },
})

const CrateOrCrates = either('test.CrateOrCrates', 'A crate, or several.', {
  struct: Crate,
  other: list(Crate),
  numbers: { struct: 1, other: 2 },
})

export const PARCEL = {
  seal: 'AAEC/w==',
  stamp: 'YQ==',
  photo: '',
  papers: { bill: 'YmlsbA==', empty: '' },
  pages: ['YQ==', ''],
  packed: '2024-03-01T10:00:00.123456Z',
  opened: '1970-01-01T00:00:00.000000Z',
  scanned: ['2024-03-01T10:00:00.000001Z', null],
  contents: { spec: { a: [1, 'two', null, -0.5], é: {} } },
  remark: false,
  samples: { list: [], text: '' },
  owned: { 'f:spec': { 'f:a': {}, '.': {} } },
  weights: { paper: '1500m' },
  stops: { here: '2024-03-01T10:00:00Z', nowhere: null },
  marks: { flags: ['red', ''], none: [] },
  crate: {
    label: 'outer',
    inside: [{ label: 'inner', lid: { label: 'lid' } }],
    named: { x: { label: 'this side up' } },
  },
  weight: 1.5,
  lock: { label: 'outermost' },
  nested: { one: { label: 'alone' }, some: [{ label: 'first' }, { label: 'second' }], none: [] },
}
