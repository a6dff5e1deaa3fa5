import type { AnyStruct, EitherType, ScalarName } from '#schema/type.js'

/** A type that documents describe once and refer to by its name. */
export type NamedType = AnyStruct | EitherType | NamedScalar

/** A scalar with a named schema. */
export interface NamedScalar {
  readonly kind: 'named scalar'
  readonly name: string
  readonly description: string
  /** The schema in OpenAPI 2. */
  readonly v2: ScalarSchema
  readonly v3: ScalarSchema
}

interface ScalarSchema {
  readonly type?: 'string' | 'object'
  readonly format?: string
  readonly oneOf?: readonly { readonly type: string }[]
}

const named = (name: string, description: string, v2: ScalarSchema, v3 = v2): NamedScalar => ({
  kind: 'named scalar',
  name,
  description,
  v2,
  v3,
})

const Time = named(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
  'Point in time with whole seconds, in the format of RFC 3339; responses use UTC.',
  { type: 'string', format: 'date-time' },
)

const MicroTime = named(
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime',
  'Point in time with six fractional digits of a second, in the format of RFC 3339; responses use UTC.',
  { type: 'string', format: 'date-time' },
)

const Duration = named(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration',
  'Span of time: numbers with units, such as 1m30s.',
  { type: 'string' },
)

const Quantity = named(
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
  'Amount with a decimal suffix (n, u, m, k, M, G, T, P, E), a binary one (Ki, Mi, Gi, Ti, Pi, Ei), an exponent or none.',
  { type: 'string' },
  { oneOf: [{ type: 'string' }, { type: 'number' }] },
)

/** Clients know it by its format. OpenAPI 2 cannot express alternatives. */
const IntOrString = named(
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'Whole number of 32 bits, or text such as a percentage or the name of a port.',
  { type: 'string', format: 'int-or-string' },
  { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
)

const RawExtension = named(
  'io.k8s.apimachinery.pkg.runtime.RawExtension',
  'Object of any kind, which says itself what it is.',
  { type: 'object' },
)

const JsonInSchema = named(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
  'Any value of JSON, as a schema holds it.',
  {},
)

const FieldsV1 = named(
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  'Set of fields: an object with a property for each field, which contains its nested fields in the same way.',
  { type: 'object' },
)

export const NAMED_SCALARS: ReadonlyMap<ScalarName, NamedScalar> = new Map([
  ['time', Time],
  ['microTime', MicroTime],
  ['duration', Duration],
  ['quantity', Quantity],
  ['milliQuantity', Quantity],
  ['intOrString', IntOrString],
  ['json', RawExtension],
  ['schemaJson', JsonInSchema],
  ['fieldSet', FieldsV1],
])
