import { addressWarnings } from '#kinds/shared/address-warnings.js'
import { mustBeAddress, mustBeOrdinaryAddress } from '#kinds/shared/network.js'
import { isUnchanged } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustFollow, mustLieBetween } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { type EndpointAddress, type EndpointPort, type EndpointSubset, Endpoints } from './schema.js'

export function validateEndpoints({ subsets }: Readonly<Endpoints>, errors: FieldErrors): void {
  errors.each('subsets', subsets, validateSubset)
}

/** Subsets that do not change are not checked again. */
export function validateEndpointsUpdate(
  endpoints: Readonly<Endpoints>,
  current: Readonly<Endpoints>,
  errors: FieldErrors,
): void {
  if (!isUnchanged(Endpoints, 'subsets', endpoints, current)) validateEndpoints(endpoints, errors)
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
  mustBeAddress('ip', ip, errors)
  mustFollow('hostname', hostname, rfc1123Label, errors)
  if (nodeName !== undefined) errors.format('nodeName', nodeName, rfc1123Subdomain)
  mustBeOrdinaryAddress('ip', ip, errors)
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

const OWN_MANAGER = 'endpoint-controller'

/** Clients are warned about their own addresses, not about those of a controller. */
export function endpointsWarnings({ metadata, subsets = [] }: Readonly<Endpoints>): readonly string[] {
  if (metadata.labels?.['endpoints.kubernetes.io/managed-by'] === OWN_MANAGER) return []
  return subsets.flatMap(({ addresses = [], notReadyAddresses = [] }, index) => [
    ...addresses.flatMap(({ ip }, at) => addressWarnings(`subsets[${index}].addresses[${at}].ip`, ip)),
    ...notReadyAddresses.flatMap(({ ip }, at) =>
      addressWarnings(`subsets[${index}].notReadyAddresses[${at}].ip`, ip),
    ),
  ])
}
