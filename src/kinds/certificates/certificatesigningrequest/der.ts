/** The bytes are not the expected ASN.1. */
export class MalformedDer extends Error {
  override readonly name = 'MalformedDer'
}

export const Tag = { integer: 0x02, bitString: 0x03, oid: 0x06, sequence: 0x30, set: 0x31 } as const

/** One element of ASN.1 in its distinguished encoding (X.690). */
export interface DerElement {
  readonly tag: number
  /** With tag and length. */
  readonly whole: Buffer
  readonly content: Buffer
}

const LONG_FORM = 0x80
const MAX_LENGTH_BYTES = 4

/** The consecutive elements in the bytes. */
export function readElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes.subarray(at))
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

/** The elements of a sequence or a set. */
export function readWithin(
  { tag, content }: DerElement | undefined = NOTHING,
  wanted: number,
): readonly DerElement[] {
  expectTag(tag, wanted)
  return readElements(content)
}

/** The content of an element with the expected tag. */
export function contentOf({ tag, content }: DerElement | undefined = NOTHING, wanted: number): Buffer {
  expectTag(tag, wanted)
  return content
}

const NOTHING: DerElement = { tag: 0, whole: Buffer.alloc(0), content: Buffer.alloc(0) }

function expectTag(tag: number, wanted: number): void {
  if (tag === 0) throw new MalformedDer('asn1: structure error: sequence truncated')
  if (tag !== wanted)
    throw new MalformedDer(`asn1: structure error: tags don't match (${wanted & 0x1f} vs ${tag & 0x1f})`)
}

function readElement(bytes: Buffer): DerElement {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) throw truncated()
  let length = first
  let start = 2
  if (first >= LONG_FORM) {
    const count = first - LONG_FORM
    if (count === 0 || count > MAX_LENGTH_BYTES)
      throw new MalformedDer('asn1: structure error: length too large')
    if (bytes.length < 2 + count) throw truncated()
    length = bytes.readUIntBE(2, count)
    start += count
  }
  const end = start + length
  if (end > bytes.length) throw truncated()
  return { tag, whole: bytes.subarray(0, end), content: bytes.subarray(start, end) }
}

const truncated = () => new MalformedDer('asn1: syntax error: data truncated')
