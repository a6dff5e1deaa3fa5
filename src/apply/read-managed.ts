import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import { FIELDS_TYPE, type ManagedEntry } from './managed-entry.js'
import { canonicalJson, inOrder } from './path-element.js'
import { isMembers } from './shape.js'

/** Whether a client asks the server to forget all owners: with no entry, or with one that says nothing. */
export function isReset(entries: readonly ManagedEntry[]): boolean {
  if (entries.length === 0) return true
  const [entry] = entries
  return entries.length === 1 && Object.values(entry as object).every((value) => value === undefined)
}

/**
 * The entries that a client has written into an object, in the form in which they are stored; undefined when they cannot be
 * read.
 */
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

/** The very set when it is in the form in which sets are stored. */
function readFields(given: unknown): FieldSet | undefined {
  if (given === null) return FIELD
  if (!isMembers(given)) return undefined
  let same = true
  const fields: FieldSetDraft = {}
  for (const element of Object.keys(given)) {
    const name = element === SELF ? SELF : readElement(element)
    if (name === undefined) return undefined
    const below = name === SELF ? FIELD : readFields(given[element])
    if (below === undefined) return undefined
    // Elements of a form that is not known here are left out.
    if (name !== null) fields[name] = below
    same &&= name === element && (below === given[element] || name === SELF)
  }
  // Alone, the field itself needs no saying.
  if (SELF in fields && Object.keys(fields).length === 1) return FIELD
  return inOrder(same ? (given as FieldSet) : fields)
}

/** In characters. No name of a member, and no key of an element that tells elements apart, is as long. */
const MAX_ELEMENT_LENGTH = 10_000

/** Null for an element of a kind that is not known, undefined for one that cannot be read. */
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
      return isMembers(keys) ? `k:${canonicalJson(keys)}` : undefined
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
