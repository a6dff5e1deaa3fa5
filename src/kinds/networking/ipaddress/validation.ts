import { isAddress } from '#kinds/shared/network.js'
import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { pathSegment, rfc1123Subdomain, VALID } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { type IPAddress, type IPAddressSpec, ParentReference } from './schema.js'

/** An address has one canonical name, so that two objects never stand for the same address. */
export const addressName: StringFormat = (text) => {
  if (!isAddress(text)) return [`ParseAddr(${JSON.stringify(text)}): unable to parse IP`]
  return isCanonical(text) ? VALID : ['must be a canonical format IP address']
}

function isCanonical(address: string): boolean {
  if (!address.includes(':')) return true
  // IPv6 addresses in names have the form of RFC 5952.
  return new URL(`http://[${address}]`).hostname === `[${address}]`
}

export function validateIPAddress({ spec }: Readonly<IPAddress>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec({ parentRef }: IPAddressSpec, errors: FieldErrors): void {
  if (parentRef === undefined) errors.required('parentRef')
  errors.field('parentRef', parentRef, validateParent)
}

function validateParent(
  { group, resource = '', namespace, name = '' }: ParentReference,
  errors: FieldErrors,
): void {
  mustFollow('group', group, rfc1123Subdomain, errors)
  if (resource === '') errors.required('resource')
  else errors.format('resource', resource, pathSegment)
  if (name === '') errors.required('name')
  else errors.format('name', name, pathSegment)
  mustFollow('namespace', namespace, pathSegment, errors)
}

export function validateIPAddressUpdate(
  { spec }: Readonly<IPAddress>,
  { spec: current }: Readonly<IPAddress>,
  errors: FieldErrors,
): void {
  if (semanticEqual(ParentReference, spec.parentRef ?? {}, current.parentRef ?? {})) return
  errors.invalid('spec.parentRef', spec.parentRef, 'field is immutable')
}
