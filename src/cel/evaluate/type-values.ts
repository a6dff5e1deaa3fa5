import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from '#cel/types.js'
import { TypeValue } from '#cel/values/values.js'

/** The type names of CEL with their values. */
const NAMED: Readonly<Record<string, CelType>> = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  int: INT,
  list: listOf(DYN),
  map: mapOf(DYN, DYN),
  null_type: NULL,
  string: STRING,
  type: typeOf(DYN),
  uint: UINT,
  optional_type: { kind: 'opaque', name: 'optional_type', parameters: [DYN] },
  'google.protobuf.Timestamp': TIMESTAMP,
  'google.protobuf.Duration': DURATION,
  'net.IP': { kind: 'opaque', name: 'net.IP', parameters: [] },
  'net.CIDR': { kind: 'opaque', name: 'net.CIDR', parameters: [] },
  'kubernetes.URL': { kind: 'opaque', name: 'kubernetes.URL', parameters: [] },
  'kubernetes.Quantity': { kind: 'opaque', name: 'kubernetes.Quantity', parameters: [] },
  'kubernetes.NamedFormat': { kind: 'opaque', name: 'kubernetes.NamedFormat', parameters: [] },
  'kubernetes.Semver': { kind: 'opaque', name: 'kubernetes.Semver', parameters: [] },
}

export const typeValues: ReadonlyMap<string, TypeValue> = new Map(
  Object.keys(NAMED).map((name) => [name, new TypeValue(name)]),
)

/** The types of those values, for the checker. */
export const typeDeclarations: ReadonlyMap<string, CelType> = new Map(
  Object.entries(NAMED).map(([name, type]) => [name, typeOf(type)]),
)
