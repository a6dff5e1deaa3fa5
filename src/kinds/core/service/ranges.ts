/** The ranges of cluster addresses and node ports. */

/** A range of numbers to allocate from. */
export interface NumberRange {
  readonly first: number
  readonly last: number
  /** Lower numbers are allocated last: they are left to clients that choose their own. */
  readonly firstChosen: number
}

/** `10.96.0.0/12`, without its network and broadcast address. */
export const ADDRESS_RANGE_TEXT = '10.96.0.0/12'
export const ADDRESSES: NumberRange = {
  first: addressNumber('10.96.0.1'),
  last: addressNumber('10.111.255.254'),
  firstChosen: addressNumber('10.96.1.0'),
}

/** Clients choose few node ports; the server allocates most. */
export const NODE_PORTS: NumberRange = { first: 30_000, last: 32_767, firstChosen: 30_086 }

export const isWithin = ({ first, last }: NumberRange, number: number) => number >= first && number <= last

/** A random free number of the range; undefined if there is none. */
export function chooseFree(
  range: NumberRange,
  random: (limit: number) => number,
  isTaken: (number: number) => boolean,
): number | undefined {
  return (
    freeBetween(range.firstChosen, range.last, random, isTaken) ??
    freeBetween(range.first, range.firstChosen - 1, random, isTaken)
  )
}

function freeBetween(
  first: number,
  last: number,
  random: (limit: number) => number,
  isTaken: (number: number) => boolean,
): number | undefined {
  const size = last - first + 1
  const start = random(size)
  for (let step = 0; step < size; step++) {
    const number = first + ((start + step) % size)
    if (!isTaken(number)) return number
  }
  return undefined
}

export function addressNumber(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
}

export const addressText = (number: number) =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
