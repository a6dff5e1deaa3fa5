import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'

interface Reference {
  readonly apiGroup?: string | null | undefined
  readonly kind: string
  readonly name: string
}

/** What is referred to by group, kind and name. */
export function mustBeReference({ apiGroup, kind, name }: Reference, errors: FieldErrors): void {
  if (apiGroup !== undefined && apiGroup !== null) errors.format('apiGroup', apiGroup, rfc1123Subdomain)
  mustBeSegment('kind', kind, errors)
  mustBeSegment('name', name, errors)
}

function mustBeSegment(field: string, text: string, errors: FieldErrors): void {
  if (text === '') errors.required(field, `${field} is required`)
  else errors.format(field, text, pathSegment)
}
