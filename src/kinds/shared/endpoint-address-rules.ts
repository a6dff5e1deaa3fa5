import type { FieldErrors } from '../../meta/field-errors.js'
import { mustBeOrdinaryAddress } from './special-address.js'

/** Addresses that traffic is sent to: not those that mean something else on every host. */
export function mustBeEndpointAddress(field: string, address: string, errors: FieldErrors): void {
  mustBeOrdinaryAddress(field, address, errors, `may not be unspecified (${address})`)
}
