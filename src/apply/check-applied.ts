import { checkElementCount, fieldOf, isJsonObject, type ListMergeType, type MergeType } from './merge-type.js'

/** How many errors are reported. */
const MAX_ERRORS = 100

/** An error in an applied value whose fields have the right types. */
export interface AppliedFieldError {
  /** Starts with a dot. */
  readonly path: string
  readonly message: string
  /** The item that occurs twice in a set; undefined for other errors. */
  readonly duplicate?: unknown
  /** Whether the schema does not declare the field. */
  readonly isUndeclared?: boolean
}

export interface CheckedConfiguration {
  /** The value without undeclared fields; the same value when it has none. */
  readonly declared: unknown
  readonly errors: readonly AppliedFieldError[]
}

/** Finds fields that the schema does not declare, and list elements with missing or duplicate keys. */
export function checkApplied(mergeType: MergeType, applied: unknown): CheckedConfiguration {
  const errors: AppliedFieldError[] = []
  const declared = check(mergeType, applied, '', errors)
  return { declared, errors }
}

function check(mergeType: MergeType, value: unknown, path: string, errors: AppliedFieldError[]): unknown {
  if (errors.length >= MAX_ERRORS || mergeType.kind === 'atomic' || mergeType.kind === 'deduced') return value
  if (mergeType.kind === 'list')
    return Array.isArray(value) ? checkElements(mergeType, value, path, errors) : value
  if (!isJsonObject(value)) return value
  let isSame = true
  const declared: [string, unknown][] = []
  for (const name of Object.keys(value)) {
    const member = fieldOf(mergeType, name)
    if (member === undefined) {
      isSame = false
      errors.push({ path: `${path}.${name}`, message: 'field not declared in schema', isUndeclared: true })
      continue
    }
    const checked = check(member.mergeType, value[name], `${path}.${name}`, errors)
    isSame &&= checked === value[name]
    declared.push([name, checked])
  }
  return isSame ? value : Object.fromEntries(declared)
}

function checkElements(
  mergeType: ListMergeType,
  items: readonly unknown[],
  path: string,
  errors: AppliedFieldError[],
): readonly unknown[] {
  const names = new Set<string | undefined>()
  let isSame = true
  const declared = items.map((item, index) => {
    if (errors.length >= MAX_ERRORS) return item
    const error = mergeType.itemError(item)
    const name = mergeType.pathElement(item)
    const place = `${path}[${index}]`
    if (error !== undefined) errors.push({ path: place, message: error })
    else if (names.has(name)) errors.push(duplicateAt(place, name ?? '', item))
    names.add(name)
    checkElementCount(names.size)
    const checked = check(mergeType.element, item, place, errors)
    isSame &&= checked === item
    return checked
  })
  return isSame ? items : declared
}

/** Elements of a set are identified by value, others by key. */
function duplicateAt(path: string, name: string, item: unknown): AppliedFieldError {
  const message = `duplicate entries for key ${name.slice(2)}`
  return name.startsWith('v:') ? { path, message, duplicate: item } : { path, message }
}
