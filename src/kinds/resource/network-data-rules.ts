import { parseAddressRange } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { AddressRange } from '#util/net/ip-address.js'
import { formatAddress, parseLegacyAddress } from '#util/net/legacy-address.js'
import type { DeviceStatus } from './types/kind-types.js'

const MAX_INTERFACE_NAME = 256
const MAX_HARDWARE_ADDRESS = 128
const MAX_ADDRESSES = 16

export function validateNetworkData(
  { interfaceName = '', hardwareAddress = '', ips }: NonNullable<DeviceStatus['networkData']>,
  errors: FieldErrors,
): void {
  if (Buffer.byteLength(interfaceName) > MAX_INTERFACE_NAME) {
    errors.tooLarge('interfaceName', MAX_INTERFACE_NAME)
  }
  if (Buffer.byteLength(hardwareAddress) > MAX_HARDWARE_ADDRESS) {
    errors.tooLarge('hardwareAddress', MAX_HARDWARE_ADDRESS)
  }
  if (ips !== undefined && ips.length > MAX_ADDRESSES) {
    errors.tooMany('ips', ips.length, MAX_ADDRESSES)
    return
  }
  errors.eachDistinct('ips', ips, (text, errors, seen) => {
    const range = parseAddressRange(text)
    if (range === undefined) {
      errors.invalid('', text, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)')
    } else {
      mustBeCanonical(text, range, errors)
    }
    if (seen.has(text)) errors.duplicate('', text)
    seen.add(text)
  })
}

function mustBeCanonical(text: string, { address, bits }: AddressRange, errors: FieldErrors): void {
  const bytes = parseLegacyAddress(address)
  const canonical = bytes && `${formatAddress(bytes)}/${bits}`
  if (canonical !== text) errors.invalid('', text, `must be in canonical form ("${canonical}")`)
}
