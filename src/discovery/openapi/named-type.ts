import type { AnyStruct, ScalarName } from '../../schema/type.js'

/** A type that documents describe once and refer to by its name. */
export type NamedType = AnyStruct | NamedScalar

/** A scalar that clients know by a name, because it has a form of its own. */
export interface NamedScalar {
  readonly kind: 'named scalar'
  readonly name: string
  readonly description: string
  /** What OpenAPI 2 can say about it. */
  readonly v2: ScalarForm
  readonly v3: ScalarForm
}

interface ScalarForm {
  readonly type?: 'string'
  readonly format?: string
  readonly oneOf?: readonly { readonly type: string }[]
}

const named = (name: string, description: string, v2: ScalarForm, v3 = v2): NamedScalar => ({
  kind: 'named scalar',
  name,
  description,
  v2,
  v3,
})

const Time = named(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
  'Point in time with whole seconds, written as in RFC 3339; answers have it in UTC.',
  { type: 'string', format: 'date-time' },
)

const Quantity = named(
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
  'Amount with a decimal suffix (n, u, m, k, M, G, T, P, E), a binary one (Ki, Mi, Gi, Ti, Pi, Ei), an exponent or none.',
  { type: 'string' },
  { oneOf: [{ type: 'string' }, { type: 'number' }] },
)

/** Clients know it by its format. OpenAPI 2 has no way to say that a type is one of two. */
const IntOrString = named(
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'Whole number of 32 bits, or text such as a percentage or the name of a port.',
  { type: 'string', format: 'int-or-string' },
  { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
)

export const NAMED_SCALARS: ReadonlyMap<ScalarName, NamedScalar> = new Map([
  ['time', Time],
  ['quantity', Quantity],
  ['milliQuantity', Quantity],
  ['intOrString', IntOrString],
])
