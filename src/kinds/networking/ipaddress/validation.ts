import { strictAddress } from '#kinds/shared/network.js'
import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { type IPAddress, type IPAddressSpec, ParentReference } from './schema.js'

/** An address has one canonical name, so that two objects never stand for the same address. */
export const addressName: StringFormat = strictAddress

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
