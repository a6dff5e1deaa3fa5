import { costs, parses } from '#cel/cost/models.js'
import { BOOL, DOUBLE, INT, opaque, STRING } from '#cel/types.js'
import { Failure } from '#cel/values/failure.js'
import { OpaqueValue } from '#cel/values/values.js'
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  quantityAsInteger,
  quantityAsNumber,
  subtractQuantities,
} from '#schema/quantity.js'
import { declare, type FunctionDeclaration, MAX_INT, MIN_INT, member, overload } from './declaration.js'

/** Resource quantities: `500m`, `2`, `1Gi`. */

export const QUANTITY = opaque('kubernetes.Quantity')

class Quantity extends OpaqueValue {
  override readonly type = QUANTITY
  /** Canonical. */
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Quantity && compareQuantities(this.text, other.text) === 0
  }
}

function parse(text: string): Quantity | undefined {
  // White space around a number is trimmed elsewhere, but an error here.
  if (!/^[^\s]+$/.test(text)) return undefined
  try {
    return new Quantity(canonicalQuantity(text))
  } catch {
    return undefined
  }
}

function quantityOf(text: string): Quantity {
  const quantity = parse(text)
  if (quantity) return quantity
  throw new Failure(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  )
}

/** The integer value of a quantity, if an int can hold it. */
function integerOf({ text }: Quantity): bigint | undefined {
  const value = quantityAsInteger(text)
  return value !== undefined && value >= MIN_INT && value <= MAX_INT ? value : undefined
}

function asInteger(quantity: Quantity): bigint {
  const value = integerOf(quantity)
  if (value === undefined) throw new Failure('cannot convert value to integer')
  return value
}

const order = (left: Quantity, right: Quantity) => compareQuantities(left.text, right.text)
const ofInt = (value: bigint) => new Quantity(canonicalQuantity(String(value)))
const sum = (left: Quantity, right: Quantity) => new Quantity(addQuantities(left.text, right.text))
const difference = (left: Quantity, right: Quantity) =>
  new Quantity(subtractQuantities(left.text, right.text))

export const quantities: readonly FunctionDeclaration[] = [
  declare('quantity', overload([STRING], QUANTITY, quantityOf, parses())),
  declare(
    'isQuantity',
    overload([STRING], BOOL, (text: string) => parse(text) !== undefined, parses()),
  ),
  // The only function that is not called on a quantity.
  declare(
    'sign',
    overload([QUANTITY], INT, (quantity: Quantity) => BigInt(order(quantity, ZERO)), costs(1)),
  ),
  declare(
    'isInteger',
    member([QUANTITY], BOOL, (quantity: Quantity) => integerOf(quantity) !== undefined, costs(1)),
  ),
  declare('asInteger', member([QUANTITY], INT, asInteger, costs(1))),
  declare(
    'asApproximateFloat',
    member([QUANTITY], DOUBLE, ({ text }: Quantity) => quantityAsNumber(text), costs(1)),
  ),
  declare(
    'isGreaterThan',
    member([QUANTITY, QUANTITY], BOOL, (left: Quantity, right: Quantity) => order(left, right) > 0, costs(1)),
  ),
  declare(
    'isLessThan',
    member([QUANTITY, QUANTITY], BOOL, (left: Quantity, right: Quantity) => order(left, right) < 0, costs(1)),
  ),
  declare(
    'compareTo',
    member(
      [QUANTITY, QUANTITY],
      INT,
      (left: Quantity, right: Quantity) => BigInt(order(left, right)),
      costs(1),
    ),
  ),
  declare(
    'add',
    member([QUANTITY, QUANTITY], QUANTITY, sum, costs(1)),
    member([QUANTITY, INT], QUANTITY, (left: Quantity, right: bigint) => sum(left, ofInt(right)), costs(1)),
  ),
  declare(
    'sub',
    member([QUANTITY, QUANTITY], QUANTITY, difference, costs(1)),
    member(
      [QUANTITY, INT],
      QUANTITY,
      (left: Quantity, right: bigint) => difference(left, ofInt(right)),
      costs(1),
    ),
  ),
]

const ZERO = new Quantity('0')
