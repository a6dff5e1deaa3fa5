import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  inline,
  int32,
  int64,
  intOrString,
  list,
  map,
  milliQuantity,
  nullable,
  optional,
  quantity,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

/** A description with every type and every presence, for tests. */

export const Engine = struct('test.Engine', 'An engine.', {
  power: explicit(1, int32, 'In kilowatts.'),
  fuel: optional(2, string, 'What it burns.'),
})

const Anchorage = struct('test.Anchorage', 'Where a ship lies.', {
  berth: explicit(1, string, 'Name of the place.'),
  chain: optional(2, int32, 'Metres let go.'),
})

export const Ship = struct('test.Ship', 'A ship.', {
  ...typeMeta,
  name: required(1, string, 'Name.'),
  crew: optional(2, int32, 'People on board.'),
  tonnage: explicit(3, int64, 'Register tons.'),
  afloat: optional(4, boolean, 'Whether it swims.'),
  built: optional(5, time, 'Launch.'),
  sunk: explicit(6, time, 'End.'),
  cargo: optional(7, quantity, 'Load.'),
  draught: optional(8, intOrString, 'Depth below the water, or in words.'),
  main: optional(9, Engine, 'Main engine.'),
  spare: explicit(10, Engine, 'Spare engine.'),
  stores: optional(11, map(milliQuantity), 'Provisions.'),
  flags: optional(12, list(string), 'Flags it has sailed under.'),
  soundings: optional(13, list(int64), 'Depths measured.'),
  engines: optional(14, list(Engine), 'Others.'),
  papers: optional(15, map(string), 'Documents.'),
  ...inline(16, Anchorage),
  owner: nullable(17, Engine, 'Nobody knows why this is an engine.'),
  radios: optional(18, list(boolean), 'Which of them work.'),
})

/** Bytes as people write them down: `0a 03 77 65 62`. */
export const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
