import { isMembers, type ListShape, memberOf, type Shape } from './shape.js'

/** How many mistakes are reported. */
const MOST = 100

/**
 * What keeps a value from being applied although its members have the right types: members that the schema does not have,
 * and elements of lists that cannot be told apart.
 */
export function appliedFaults(shape: Shape, applied: unknown): string[] {
  const faults: string[] = []
  check(shape, applied, '', faults)
  return faults
}

function check(shape: Shape, value: unknown, path: string, faults: string[]): void {
  if (faults.length >= MOST || shape.kind === 'whole' || shape.kind === 'open') return
  if (shape.kind === 'list') {
    if (Array.isArray(value)) checkElements(shape, value, path, faults)
    return
  }
  if (!isMembers(value)) return
  for (const name of Object.keys(value)) {
    const member = memberOf(shape, name)
    if (member === undefined) faults.push(`${path}.${name}: field not declared in schema`)
    else check(member.shape, value[name], `${path}.${name}`, faults)
  }
}

function checkElements(shape: ListShape, items: readonly unknown[], path: string, faults: string[]): void {
  const names = new Set<string | undefined>()
  for (const [index, item] of items.entries()) {
    if (faults.length >= MOST) return
    const fault = shape.fault(item)
    const name = shape.name(item)
    if (fault !== undefined) faults.push(`${path}[${index}]: ${fault}`)
    else if (names.has(name)) faults.push(`${path}[${index}]: duplicate entries for key ${name?.slice(2)}`)
    names.add(name)
    check(shape.element, item, `${path}[${index}]`, faults)
  }
}
