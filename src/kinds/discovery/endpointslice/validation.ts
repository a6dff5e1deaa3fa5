import { isIPv4, isIPv6 } from 'node:net'
import { mustBeAddress, mustBeOrdinaryAddress } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { validateLabels } from '#meta/label-rules.js'
import {
  ADDRESS_TYPES,
  type Endpoint,
  type EndpointHints,
  type EndpointPort,
  type EndpointSlice,
  PROTOCOLS,
} from './schema.js'

const MAX_ENDPOINTS = 1000
const MAX_ADDRESSES = 100
const MAX_PORTS = 20_000
const MAX_TOPOLOGY_LABELS = 16
const MAX_HINTS = 8
const ZONE_LABEL = 'topology.kubernetes.io/zone'

export function validateEndpointSlice(
  { addressType, endpoints, ports }: Readonly<EndpointSlice>,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('addressType', addressType, ADDRESS_TYPES, errors)
  if (hasAtMost(MAX_ENDPOINTS, 'endpoints', endpoints, errors)) {
    errors.each('endpoints', endpoints, validateEndpoint, addressType)
  }
  if (hasAtMost(MAX_PORTS, 'ports', ports, errors)) {
    errors.eachDistinct('ports', ports, validatePort)
  }
}

export function validateEndpointSliceUpdate(
  { addressType }: Readonly<EndpointSlice>,
  current: Readonly<EndpointSlice>,
  errors: FieldErrors,
): void {
  if (addressType !== current.addressType) errors.invalid('addressType', addressType, 'field is immutable')
}

function validateEndpoint(endpoint: Endpoint, errors: FieldErrors, addressType: string): void {
  const { addresses, nodeName, deprecatedTopology: topology = {}, hostname } = endpoint
  if (addresses === null || addresses.length === 0) {
    errors.required('addresses', 'must contain at least 1 address')
  } else hasAtMost(MAX_ADDRESSES, 'addresses', addresses, errors)
  errors.each('addresses', addresses, validateAddress, addressType)
  if (nodeName !== undefined) errors.format('nodeName', nodeName, rfc1123Subdomain)
  hasAtMost(MAX_TOPOLOGY_LABELS, 'deprecatedTopology', Object.keys(topology), errors)
  validateLabels('deprecatedTopology', topology, errors)
  if (topology[ZONE_LABEL] !== undefined) {
    errors.forbidden(`deprecatedTopology[${ZONE_LABEL}]`, 'use zone instead')
  }
  if (hostname !== undefined) errors.format('hostname', hostname, rfc1123Label)
  errors.field('hints', endpoint.hints, validateHints)
}

function validateAddress(address: string, errors: FieldErrors, addressType: string): void {
  if (addressType === 'FQDN') {
    mustBeFullName(address, errors)
    return
  }
  const isOfFamily = addressType === 'IPv4' ? isIPv4 : isIPv6
  if (!ADDRESS_TYPES.some((type) => type === addressType)) return
  if (address === '') errors.required('')
  else if (!mustBeAddress('', address, errors)) return
  else if (!isOfFamily(address)) errors.invalid('', address, `must be an ${addressType} address`)
  else mustBeOrdinaryAddress('', address, errors)
}

function mustBeFullName(text: string, errors: FieldErrors): void {
  if (text === '') {
    errors.required('')
    return
  }
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  const messages = rfc1123Subdomain(name)
  if (messages.length > 0) errors.invalid('', name, messages.join(','))
  else if (!name.includes('.')) {
    errors.invalid('', name, 'should be a domain with at least two segments separated by dots')
  } else {
    const part = name.split('.').find((label) => rfc1123Label(label).length > 0)
    if (part !== undefined) errors.invalid('', part, rfc1123Label(part).join(','))
  }
}

function validateHints({ forZones, forNodes }: EndpointHints, errors: FieldErrors): void {
  if (hasAtMost(MAX_HINTS, 'forZones', forZones, errors)) {
    errors.each('forZones', forZones, validateHint, { format: qualifiedName, seen: new Set<string>() })
  }
  if (hasAtMost(MAX_HINTS, 'forNodes', forNodes, errors)) {
    errors.each('forNodes', forNodes, validateHint, { format: rfc1123Subdomain, seen: new Set<string>() })
  }
}

interface HintRules {
  readonly format: typeof qualifiedName
  readonly seen: Set<string>
}

function validateHint(
  { name }: { readonly name: string },
  errors: FieldErrors,
  { format, seen }: HintRules,
): void {
  if (seen.has(name)) errors.duplicate('name', name)
  seen.add(name)
  errors.format('name', name, format)
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
