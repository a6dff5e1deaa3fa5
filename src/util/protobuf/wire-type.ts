/** How the bytes of a field are laid out; the last three bits of its tag. */
export const WIRE_TYPE = {
  varint: 0,
  fixed64: 1,
  /** A length and as many bytes: text, messages, map entries, packed lists. */
  bytes: 2,
  groupStart: 3,
  groupEnd: 4,
  fixed32: 5,
} as const
export type WireType = (typeof WIRE_TYPE)[keyof typeof WIRE_TYPE]

/** What stands before the value of a field. */
export function tagOf(number: number, wireType: WireType): number {
  return (number << 3) | wireType
}

/** How many bytes a length or tag takes. */
export function varintSize(value: number): number {
  return Math.ceil((32 - Math.clz32(value | 1)) / 7)
}
