import { acceptEntries, isWildcard, refusedTypes } from './accept-entry.js'

/** Chooses among the media types that a document is offered in; what `negotiate` is for objects. */
export function acceptedType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const refused = refusedTypes(accept)
  for (const { type } of acceptEntries(accept)) {
    if (offered.includes(type)) return type
    if (!isWildcard(type)) continue
    const found = offered.find((candidate) => !refused.includes(candidate))
    if (found !== undefined) return found
  }
  return undefined
}
