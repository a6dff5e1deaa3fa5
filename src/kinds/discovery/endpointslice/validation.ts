import { mustBeAddress, mustBeOrdinaryAddress, mustBeStrictAddress } from '#kinds/shared/network.js'
import { isUnchanged } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { labelValue, qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { familyOf } from '#util/net/legacy-address.js'
import {
  ADDRESS_TYPES,
  type Endpoint,
  type EndpointHints,
  type EndpointPort,
  EndpointSlice,
  type ForZone,
  PROTOCOLS,
} from './schema.js'

const MAX_ENDPOINTS = 1000
const MAX_ADDRESSES = 100
const MAX_PORTS = 20_000
const MAX_HINTS = 8

export function validateEndpointSlice(
  { addressType, endpoints, ports }: Readonly<EndpointSlice>,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('addressType', addressType, ADDRESS_TYPES, errors)
  if (hasAtMost(MAX_PORTS, 'ports', ports, errors)) {
    errors.eachDistinct('ports', ports, validatePort)
  }
  if (hasAtMost(MAX_ENDPOINTS, 'endpoints', endpoints, errors)) {
    errors.each('endpoints', endpoints, validateEndpoint, addressType)
  }
}

/** Endpoints that do not change are not checked again. */
export function validateEndpointSliceUpdate(
  slice: Readonly<EndpointSlice>,
  current: Readonly<EndpointSlice>,
  errors: FieldErrors,
): void {
  const isSame = isUnchanged(EndpointSlice, 'endpoints', slice, current)
  validateEndpointSlice(isSame ? { ...slice, endpoints: [] } : slice, errors)
  if (slice.addressType !== current.addressType) {
    errors.invalid('addressType', slice.addressType, 'field is immutable')
  }
}

function validateEndpoint(endpoint: Endpoint, errors: FieldErrors, addressType: string): void {
  const { addresses, nodeName, hostname } = endpoint
  if (addresses === null || addresses.length === 0) {
    errors.required('addresses', 'must contain at least 1 address')
  } else hasAtMost(MAX_ADDRESSES, 'addresses', addresses, errors)
  for (const [index, address] of (addresses ?? []).entries()) {
    if (errors.isFull) return
    validateAddress(address, `addresses[${index}]`, addressType, errors)
  }
  if (nodeName !== undefined) errors.format('nodeName', nodeName, rfc1123Subdomain)
  if (hostname !== undefined) errors.format('hostname', hostname, rfc1123Label)
  errors.field('hints', endpoint.hints, validateHints)
}

function validateAddress(address: string, field: string, addressType: string, errors: FieldErrors): void {
  if (addressType === 'FQDN') mustBeFullName(field, address, errors)
  else if (addressType === 'IPv4' || addressType === 'IPv6') {
    const isAddress = addressType === 'IPv4' ? mustBeAddress : mustBeStrictAddress
    if (!isAddress(field, address, errors)) return
    // Without the position, as Kubernetes has it.
    if (familyOf(address) !== addressType) {
      errors.invalid('addresses', address, `must be an ${addressType} address`)
    }
    mustBeOrdinaryAddress(field, address, errors)
  }
}

function mustBeFullName(field: string, text: string, errors: FieldErrors): void {
  if (text === '') {
    errors.required(field)
    return
  }
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  const messages = rfc1123Subdomain(name)
  if (messages.length > 0) errors.invalid(field, name, messages.join(','))
  else if (!name.includes('.')) {
    errors.invalid(field, name, 'should be a domain with at least two segments separated by dots')
  } else {
    const part = name.split('.').find((label) => rfc1123Label(label).length > 0)
    if (part !== undefined) errors.invalid(field, part, rfc1123Label(part).join(','))
  }
}

function validateHints({ forZones }: EndpointHints, errors: FieldErrors): void {
  if (hasAtMost(MAX_HINTS, 'forZones', forZones, errors))
    errors.eachDistinct('forZones', forZones, validateZone)
}

function validateZone({ name }: ForZone, errors: FieldErrors, seen: Set<string>): void {
  if (seen.has(name)) errors.duplicate('name', name)
  seen.add(name)
  errors.format('name', name, labelValue)
}

function validatePort(port: EndpointPort, errors: FieldErrors, names: Set<string>): void {
  const { name = '', protocol, appProtocol } = port
  if (name !== '') errors.format('name', name, rfc1123Label)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  mustBeGivenAsOneOf('protocol', protocol, PROTOCOLS, errors)
  if (appProtocol !== undefined) errors.format('appProtocol', appProtocol, qualifiedName)
}

function hasAtMost(
  limit: number,
  field: string,
  list: readonly unknown[] | null | undefined,
  errors: FieldErrors,
): boolean {
  const count = list?.length ?? 0
  if (count > limit) errors.tooMany(field, count, limit)
  return count <= limit
}
