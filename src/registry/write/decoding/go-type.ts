import { type AnyStruct, type Fields, shortName, type Type } from '#schema/type.js'
import { NAMED_TYPES } from './named-types.js'

/** A field of a struct. */
export interface FieldPlace {
  readonly struct: AnyStruct
  readonly name: string
}

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'bool',
  number: 'float64',
  quantity: 'resource.Quantity',
  milliQuantity: 'resource.Quantity',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  duration: 'v1.Duration',
  intOrString: 'intstr.IntOrString',
  bytes: '[]uint8',
}

/**
 * The Go name of a type, as in the errors of Kubernetes. `place` is the field that holds the value or the list around
 * it.
 */
export function goTypeOf(type: Type, place: FieldPlace | undefined): string {
  const named = place && namedType(place)
  if (place === undefined || named === undefined) return plainType(type)
  const whole = (place.struct.fields as Fields)[place.name]?.type
  if (whole?.kind === 'list') return type === whole ? `[]${named}` : named
  return type === whole ? named : plainType(type)
}

function plainType(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.name] ?? type.name
    case 'list':
      return `[]${plainType(type.element)}`
    case 'map':
      return `map[string]${plainType(type.element)}`
    case 'struct':
      return `${packageOf(type)}.${shortName(type)}`
    case 'either':
      return plainType(type.struct)
  }
}

function namedType({ struct, name }: FieldPlace): string | undefined {
  const owner = shortName(struct)
  const named = NAMED_TYPES[owner]?.[name] ?? conditionType(owner, name)
  if (named === undefined) return undefined
  return named.includes('.') ? named : `${packageOf(struct)}.${named}`
}

/** The condition types of most kinds are named after the kind. */
function conditionType(owner: string, name: string): string | undefined {
  if (!owner.endsWith('Condition')) return undefined
  if (name === 'status') return 'v1.ConditionStatus'
  return name === 'type' && owner !== 'Condition' ? `${owner}Type` : undefined
}

/** The version, which is the name of the Go package. */
function packageOf({ name }: AnyStruct): string {
  const parts = name.split('.')
  return parts[parts.length - 2] ?? ''
}
