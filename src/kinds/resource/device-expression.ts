import { compile } from '#cel/compile.js'
import { QUANTITY } from '#cel/library/quantity.js'
import { type CelType, DYN, declaredTypeName, objectType, STRING } from '#cel/types.js'
import type { FieldErrors } from '#meta/field-errors.js'

/** CEL expressions that select devices. */

const MAX_LENGTH = 10 * 1024
const MAX_COST = 1_000_000
/** The most attributes and capacities of a device, and the most characters of their parts. */
const MAX_ATTRIBUTES = 32
const MAX_DOMAIN_LENGTH = 63
const MAX_NAME_LENGTH = 32
const MAX_VALUE_LENGTH = 64

const stringOf = (maxSize: number): CelType => ({ ...STRING, maxSize }) as CelType

/** By domain, then by name. */
function byDomain(value: CelType): CelType {
  const byName: CelType = {
    kind: 'map',
    key: stringOf(MAX_NAME_LENGTH),
    value,
    maxSize: MAX_ATTRIBUTES,
    hasSizedMembers: true,
  }
  return { kind: 'map', key: stringOf(MAX_DOMAIN_LENGTH), value: byName, maxSize: MAX_ATTRIBUTES }
}

const field = (jsonName: string, type: CelType) => [jsonName, { jsonName, type }] as const

const DEVICE = objectType(
  'kubernetes.DRADevice',
  new Map([
    field('driver', stringOf(MAX_DOMAIN_LENGTH)),
    field('attributes', byDomain({ ...DYN, maxSize: MAX_VALUE_LENGTH } as CelType)),
    field('capacity', byDomain(QUANTITY)),
  ]),
)
const ENVIRONMENT = {
  variables: new Map<string, CelType>([['device', DEVICE]]),
  allowsMixedLiterals: true,
  hasBindings: true,
}

export function validateDeviceExpression(source: string, errors: FieldErrors): void {
  if (Buffer.byteLength(source) > MAX_LENGTH) {
    errors.tooLarge('expression', MAX_LENGTH)
    return
  }
  const { program, errors: found } = compile(source, ENVIRONMENT)
  if (program === undefined) {
    errors.invalid('expression', source, `compilation failed: ${found.join('\n')}`)
    return
  }
  const { kind } = program.resultType
  if (kind !== 'bool' && kind !== 'dyn') {
    const type = declaredTypeName(program.resultType)
    errors.invalid('expression', source, `must evaluate to bool or the unknown type, not ${type}`)
  } else if (program.estimatedCost.max > MAX_COST) {
    errors.forbidden('expression', 'too complex, exceeds cost limit')
  }
}
