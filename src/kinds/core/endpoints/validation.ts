import { mustBeOrdinaryAddress } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustFollow, mustLieBetween } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from './schema.js'

export function validateEndpoints({ subsets }: Readonly<Endpoints>, errors: FieldErrors): void {
  errors.each('subsets', subsets, validateSubset)
}

function validateSubset(subset: EndpointSubset, errors: FieldErrors): void {
  const { addresses, notReadyAddresses, ports } = subset
  if (addresses === undefined && notReadyAddresses === undefined) {
    errors.required('', 'must specify `addresses` or `notReadyAddresses`')
  }
  errors.each('addresses', addresses, validateAddress)
  errors.each('notReadyAddresses', notReadyAddresses, validateAddress)
  errors.each('ports', ports, validatePort, (ports ?? []).length > 1)
}

function validateAddress({ ip, hostname, nodeName }: EndpointAddress, errors: FieldErrors): void {
  mustBeOrdinaryAddress('ip', ip, errors)
  mustFollow('hostname', hostname, rfc1123Label, errors)
  if (nodeName !== undefined) errors.format('nodeName', nodeName, rfc1123Subdomain)
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP']

function validatePort(
  { name, port, protocol, appProtocol }: EndpointPort,
  errors: FieldErrors,
  needsName: boolean,
): void {
  if (needsName && name === undefined) errors.required('name')
  mustFollow('name', name, rfc1123Label, errors)
  mustLieBetween(1, 65535, 'port', port, errors)
  mustBeGivenAsOneOf('protocol', protocol, PROTOCOLS, errors)
  if (appProtocol !== undefined) errors.format('appProtocol', appProtocol, qualifiedName)
}

const DEPRECATED = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'

export const endpointsWarnings = (): readonly string[] => [DEPRECATED]
