import { costs, parses } from '#cel/cost/models.js'
import { BOOL, INT, STRING } from '#cel/types.js'
import { Failure } from '#cel/values/failure.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { IP, type IpAddress, parseIp } from './ip-address.js'

/** IP addresses. */

export function ipOf(text: string): IpAddress {
  const address = parseIp(text)
  if (!address)
    throw new Failure(`IP Address ${JSON.stringify(text)} parse error during conversion from string`)
  return address
}

const at = ({ bytes }: IpAddress, index: number) => bytes[index] as number
const isUnspecified = ({ bytes }: IpAddress) => bytes.every((byte) => byte === 0)
const isLoopback = (address: IpAddress) =>
  address.family === 4 ? at(address, 0) === 127 : address.toString() === '::1'
const isMulticast = (address: IpAddress) =>
  address.family === 4 ? at(address, 0) >> 4 === 0xe : at(address, 0) === 0xff
const isLinkLocalMulticast = (address: IpAddress) =>
  address.family === 4
    ? at(address, 0) === 224 && at(address, 1) === 0 && at(address, 2) === 0
    : at(address, 0) === 0xff && (at(address, 1) & 0x0f) === 2
const isLinkLocalUnicast = (address: IpAddress) =>
  address.family === 4
    ? at(address, 0) === 169 && at(address, 1) === 254
    : at(address, 0) === 0xfe && at(address, 1) >> 6 === 2
const isGlobalUnicast = (address: IpAddress) =>
  !isUnspecified(address) &&
  !isLoopback(address) &&
  !isMulticast(address) &&
  !isLinkLocalUnicast(address) &&
  address.toString() !== '255.255.255.255'

const test = (name: string, apply: (address: IpAddress) => boolean) =>
  declare(name, member([IP], BOOL, apply, costs(1)))

export const ip: readonly FunctionDeclaration[] = [
  declare('ip', overload([STRING], IP, ipOf, parses())),
  declare(
    'isIP',
    overload([STRING], BOOL, (text: string) => parseIp(text) !== undefined, parses()),
  ),
  declare(
    'ip.isCanonical',
    overload([STRING], BOOL, (text: string) => ipOf(text).toString() === text, parses(2)),
  ),
  declare(
    'string',
    overload([IP], STRING, (address: IpAddress) => address.toString()),
  ),
  declare(
    'family',
    member([IP], INT, ({ family }: IpAddress) => BigInt(family), costs(1)),
  ),
  test('isUnspecified', isUnspecified),
  test('isLoopback', isLoopback),
  test('isLinkLocalMulticast', isLinkLocalMulticast),
  test('isLinkLocalUnicast', isLinkLocalUnicast),
  test('isGlobalUnicast', isGlobalUnicast),
]
