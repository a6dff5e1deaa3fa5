import { isIP, isIPv4 } from 'node:net'

/** Whether the text is an IP address of either family. One with a zone means something on one host only. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

const RANGE = /^([^/]+)\/([0-9]{1,3})$/

/** Whether the text is an address range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [, address = '', bits = ''] = RANGE.exec(text) ?? []
  return isAddress(address) && Number(bits) <= (isIPv4(address) ? 32 : 128)
}
