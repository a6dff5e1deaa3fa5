import { acceptEntries, isWildcard, rejectedTypes } from './accept-entry.js'

/** Chooses among the media types that a document is offered in; what `negotiate` is for objects. */
export function acceptedType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const rejected = rejectedTypes(accept)
  for (const { type } of acceptEntries(accept)) {
    if (offered.includes(type)) return type
    if (!isWildcard(type)) continue
    const found = offered.find((candidate) => !rejected.includes(candidate))
    if (found !== undefined) return found
  }
  return undefined
}
