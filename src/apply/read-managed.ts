import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import { FIELDS_TYPE, type ManagedEntry } from './managed-entry.js'
import { isJsonObject } from './merge-type.js'
import { canonicalJson, sortedFieldSet } from './path-element.js'

/** Whether a client asks to reset `managedFields`: with an empty list, or with one empty entry. */
export function isReset(entries: readonly ManagedEntry[]): boolean {
  if (entries.length === 0) return true
  const [entry] = entries
  return entries.length === 1 && Object.values(entry as object).every((value) => value === undefined)
}

/** The entries that a client wrote, made canonical; undefined when they cannot be parsed. */
export function readManaged(entries: readonly ManagedEntry[]): ManagedEntry[] | undefined {
  const read: ManagedEntry[] = []
  for (const entry of entries) {
    const { operation, apiVersion, fieldsType, fieldsV1 } = entry
    if (operation !== 'Apply' && operation !== 'Update') return undefined
    if (apiVersion === undefined || fieldsType !== FIELDS_TYPE) return undefined
    const fields = fieldsV1 === undefined || fieldsV1 === null ? FIELD : readFields(fieldsV1)
    if (fields === undefined) return undefined
    read.push(fields === fieldsV1 ? entry : { ...entry, fieldsV1: fields })
  }
  return read
}

/** The same set when it is canonical. */
function readFields(given: unknown): FieldSet | undefined {
  if (given === null) return FIELD
  if (!isJsonObject(given)) return undefined
  let same = true
  const fields: FieldSetDraft = {}
  for (const element of Object.keys(given)) {
    const name = element === SELF ? SELF : readElement(element)
    if (name === undefined) return undefined
    const below = name === SELF ? FIELD : readFields(given[element])
    if (below === undefined) return undefined
    // Skip unknown kinds of elements.
    if (name !== null) fields[name] = below
    same &&= name === element && (below === given[element] || name === SELF)
  }
  // A lone `.` is the same as `{}`.
  if (SELF in fields && Object.keys(fields).length === 1) return FIELD
  return sortedFieldSet(same ? (given as FieldSet) : fields)
}

/** In characters. No field name and no key is that long. */
const MAX_ELEMENT_LENGTH = 10_000

/** Null for an unknown kind of element, undefined for one that cannot be parsed. */
function readElement(element: string): string | null | undefined {
  if (element.charAt(1) !== ':' || element.length > MAX_ELEMENT_LENGTH) return undefined
  const rest = element.slice(2)
  switch (element.charAt(0)) {
    case 'f':
      return element
    case 'v': {
      const value = parsed(rest)
      return value === undefined ? undefined : `v:${canonicalJson(value)}`
    }
    case 'k': {
      const keys = parsed(rest)
      return isJsonObject(keys) ? `k:${canonicalJson(keys)}` : undefined
    }
    case 'i':
      return /^-?\d+$/.test(rest) && Number.isSafeInteger(Number(rest)) ? `i:${Number(rest)}` : undefined
    default:
      return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
