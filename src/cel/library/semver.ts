import { costs, parses } from '#cel/cost/models.js'
import { BOOL, INT, opaque, STRING } from '#cel/types.js'
import { Failure } from '#cel/values/failure.js'
import { OpaqueValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'

/** Semantic versions. */

const SEMVER = opaque('kubernetes.Semver')
const NUMBER = '(0|[1-9][0-9]{0,18})'
const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const PATTERN = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`)
/** Versions are short; do not run the pattern on longer strings. */
const MAX_LENGTH = 256

class Semver extends OpaqueValue {
  override readonly type = SEMVER
  readonly numbers: readonly bigint[]
  /** A prerelease sorts before the release of the same numbers. */
  readonly prerelease: readonly string[]

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    super()
    this.numbers = numbers
    this.prerelease = prerelease
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Semver && order(this, other) === 0
  }
}

/** Parses a version; with `normalizes` it may have a leading `v`, leading zeros, and missing parts. */
function parse(text: string, normalizes = false): Semver | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const match = PATTERN.exec(normalizes ? normalized(text) : text)
  if (!match) return undefined
  const prerelease = match[4]?.split('.') ?? []
  if (prerelease.some((part) => /^0[0-9]+$/.test(part))) return undefined
  return new Semver(
    [1, 2, 3].map((group) => BigInt(match[group] as string)),
    prerelease,
  )
}

function normalized(text: string): string {
  const bare = text.replace(/^v/, '')
  const end = /[-+]/.exec(bare)?.index ?? bare.length
  const numbers = bare.slice(0, end).split('.')
  while (numbers.length < 3) numbers.push('0')
  return numbers.map((part) => part.replace(/^0+(?=[0-9])/, '')).join('.') + bare.slice(end)
}

function semverOf(text: string, normalizes = false): Semver {
  const version = parse(text, normalizes)
  if (!version) throw new Failure(`Invalid semver string: ${JSON.stringify(text)}`)
  return version
}

const sign = (left: bigint | string, right: bigint | string) => (left < right ? -1 : left > right ? 1 : 0)

function order(left: Semver, right: Semver): number {
  for (const [index, number] of left.numbers.entries()) {
    const result = sign(number, right.numbers[index] as bigint)
    if (result !== 0) return result
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return Math.sign(right.prerelease.length) - Math.sign(left.prerelease.length)
  }
  const count = Math.min(left.prerelease.length, right.prerelease.length)
  for (let index = 0; index < count; index++) {
    const result = orderOfIdentifiers(left.prerelease[index] as string, right.prerelease[index] as string)
    if (result !== 0) return result
  }
  return Math.sign(left.prerelease.length - right.prerelease.length)
}

/** Numbers sort before words. */
function orderOfIdentifiers(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)]
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return isNumber ? sign(BigInt(left), BigInt(right)) : sign(left, right)
}

const part = (name: string, index: number) =>
  declare(
    name,
    member([SEMVER], INT, ({ numbers }: Semver) => numbers[index] as bigint, costs(1)),
  )

export const semver: readonly FunctionDeclaration[] = [
  declare(
    'semver',
    overload([STRING], SEMVER, (text: string) => semverOf(text), parses()),
    overload([STRING, BOOL], SEMVER, semverOf, parses()),
  ),
  declare(
    'isSemver',
    overload([STRING], BOOL, (text: string) => parse(text) !== undefined, parses()),
    overload(
      [STRING, BOOL],
      BOOL,
      (text: string, normalizes: boolean) => parse(text, normalizes) !== undefined,
      parses(),
    ),
  ),
  part('major', 0),
  part('minor', 1),
  part('patch', 2),
  declare(
    'isGreaterThan',
    member([SEMVER, SEMVER], BOOL, (left: Semver, right: Semver) => order(left, right) > 0, costs(1)),
  ),
  declare(
    'isLessThan',
    member([SEMVER, SEMVER], BOOL, (left: Semver, right: Semver) => order(left, right) < 0, costs(1)),
  ),
  declare(
    'compareTo',
    member([SEMVER, SEMVER], INT, (left: Semver, right: Semver) => BigInt(order(left, right)), costs(1)),
  ),
]
