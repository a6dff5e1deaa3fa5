import { expectFewElements } from './element-limit.js'
import { isMembers, type ListShape, memberOf, type Shape } from './shape.js'

/** How many mistakes are reported. */
const MOST = 100

/** What keeps a value from being applied although its members have the right types. */
export interface AppliedFault {
  /** Begins with a dot. */
  readonly path: string
  readonly words: string
  /** The item that a set has twice; undefined for other faults. */
  readonly duplicate?: unknown
  /** Whether it is a member that the schema does not have. */
  readonly isUndeclared?: boolean
}

export interface CheckedValue {
  /** The value without members that the schema does not have. Nothing is copied where there are none. */
  readonly known: unknown
  readonly faults: readonly AppliedFault[]
}

/** Looks for members that the schema does not have, and for elements of lists that cannot be told apart. */
export function checkApplied(shape: Shape, applied: unknown): CheckedValue {
  const faults: AppliedFault[] = []
  const known = check(shape, applied, '', faults)
  return { known, faults }
}

function check(shape: Shape, value: unknown, path: string, faults: AppliedFault[]): unknown {
  if (faults.length >= MOST || shape.kind === 'whole' || shape.kind === 'open') return value
  if (shape.kind === 'list') return Array.isArray(value) ? checkElements(shape, value, path, faults) : value
  if (!isMembers(value)) return value
  let isSame = true
  const known: [string, unknown][] = []
  for (const name of Object.keys(value)) {
    const member = memberOf(shape, name)
    if (member === undefined) {
      isSame = false
      faults.push({ path: `${path}.${name}`, words: 'field not declared in schema', isUndeclared: true })
      continue
    }
    const checked = check(member.shape, value[name], `${path}.${name}`, faults)
    isSame &&= checked === value[name]
    known.push([name, checked])
  }
  return isSame ? value : Object.fromEntries(known)
}

function checkElements(
  shape: ListShape,
  items: readonly unknown[],
  path: string,
  faults: AppliedFault[],
): readonly unknown[] {
  const names = new Set<string | undefined>()
  let isSame = true
  const known = items.map((item, index) => {
    if (faults.length >= MOST) return item
    const fault = shape.fault(item)
    const name = shape.name(item)
    const place = `${path}[${index}]`
    if (fault !== undefined) faults.push({ path: place, words: fault })
    else if (names.has(name)) faults.push(duplicateAt(place, name ?? '', item))
    names.add(name)
    expectFewElements(names.size)
    const checked = check(shape.element, item, place, faults)
    isSame &&= checked === item
    return checked
  })
  return isSame ? items : known
}

/** Elements of a set are called by their values, others by their keys. */
function duplicateAt(path: string, name: string, item: unknown): AppliedFault {
  const words = `duplicate entries for key ${name.slice(2)}`
  return name.startsWith('v:') ? { path, words, duplicate: item } : { path, words }
}
