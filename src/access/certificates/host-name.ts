import { isIP, isIPv4 } from 'node:net'
import { OctetString } from 'asn1js'
import { GeneralName } from 'pkijs'

const DNS_NAME = 2
const IP_ADDRESS = 7

/** A name or an address of a server, as its certificate says it. */
export function generalName(host: string): GeneralName {
  return isIP(host) === 0
    ? new GeneralName({ type: DNS_NAME, value: host })
    : new GeneralName({ type: IP_ADDRESS, value: new OctetString({ valueHex: bytesOf(host) }) })
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // In this spelling there are only groups of hexadecimal digits, of which zeros are left out at one place.
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(front), groups(back ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.concat(
    [...before, ...zeros, ...after].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')),
  )
}
