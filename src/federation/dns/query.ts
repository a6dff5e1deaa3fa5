/** Response codes of RFC 1035 and RFC 6891. */
export const NOERROR = 0
export const FORMERR = 1
export const SERVFAIL = 2
export const NXDOMAIN = 3
export const NOTIMP = 4
export const REFUSED = 5
export const BADVERS = 16

export const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, AAAA: 28, OPT: 41, ANY: 255 } as const
export const CLASS_IN = 1

export const HEADER_LENGTH = 12
const MAX_WIRE_NAME_LENGTH = 255
const MAX_LABEL_LENGTH = 63
/** The two high bits of a length byte: a pointer to an earlier name. */
const POINTER = 0xc0
/** Other records that a query may have. Clients send at most an OPT and a signature. */
const MAX_RECORDS = 8

/** What a response repeats of a message. */
export interface QueryHead {
  readonly id: number
  readonly opcode: number
  readonly wantsRecursion: boolean
}

export interface Edns {
  /** The largest UDP response that the client takes. */
  readonly size: number
  readonly version: number
}

export interface DnsQuery {
  readonly head: QueryHead
  /** The question as it was sent: its case is kept. */
  readonly question: Buffer
  /** In lower case, without a final dot. Dots within labels have a backslash. */
  readonly name: string
  readonly type: number
  readonly class: number
  readonly edns: Edns | undefined
}

/** A message that has no answer but an error. */
export interface DnsError {
  readonly head: QueryHead
  readonly rcode: number
}

export type ReadMessage = { readonly query: DnsQuery } | { readonly error: DnsError } | undefined

/** Reads a query. Undefined for what deserves no response: half a header, and responses. */
export function readQuery(message: Buffer): ReadMessage {
  if (message.length < HEADER_LENGTH) return undefined
  const flags = message.readUInt16BE(2)
  if ((flags & 0x8000) !== 0) return undefined
  const head = {
    id: message.readUInt16BE(0),
    opcode: (flags >>> 11) & 0xf,
    wantsRecursion: (flags & 0x0100) !== 0,
  }
  if (head.opcode !== 0) return { error: { head, rcode: NOTIMP } }
  const question = message.readUInt16BE(4) === 1 ? readName(message, HEADER_LENGTH) : undefined
  if (question === undefined || question.end + 4 > message.length) return { error: { head, rcode: FORMERR } }
  const end = question.end + 4
  const edns = readEdns(message, end)
  if (edns === 'malformed') return { error: { head, rcode: FORMERR } }
  return {
    query: {
      head,
      question: message.subarray(HEADER_LENGTH, end),
      name: question.name,
      type: message.readUInt16BE(question.end),
      class: message.readUInt16BE(question.end + 2),
      edns,
    },
  }
}

/** A name without pointers: in the first name of a message there is nothing to point to. */
function readName(
  message: Buffer,
  start: number,
): { readonly name: string; readonly end: number } | undefined {
  const labels: string[] = []
  let at = start
  for (;;) {
    const length = message[at]
    if (length === undefined || length > MAX_LABEL_LENGTH || at - start > MAX_WIRE_NAME_LENGTH - 1)
      return undefined
    at++
    if (length === 0) return { name: labels.join('.'), end: at }
    if (at + length > message.length) return undefined
    labels.push(labelIn(message, at, at + length))
    at += length
  }
}

const labelIn = (message: Buffer, start: number, end: number) =>
  message
    .toString('latin1', start, end)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[.\\]/g, '\\$&')

/** The OPT record among those after the question. Their names are skipped, pointers are not followed. */
function readEdns(message: Buffer, start: number): Edns | undefined | 'malformed' {
  const counts = [6, 8, 10].map((offset) => message.readUInt16BE(offset))
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total > MAX_RECORDS) return 'malformed'
  let edns: Edns | undefined
  let at = start
  for (let record = 0; record < total; record++) {
    const isRoot = message[at] === 0
    const end = skipName(message, at)
    if (end === undefined || end + 10 > message.length) return 'malformed'
    if (message.readUInt16BE(end) === TYPES.OPT) {
      // There may be only one, and only for the root.
      if (!isRoot || edns !== undefined) return 'malformed'
      edns = { size: message.readUInt16BE(end + 2), version: message.readUInt8(end + 5) }
    }
    at = end + 10 + message.readUInt16BE(end + 8)
    if (at > message.length) return 'malformed'
  }
  return edns
}

function skipName(message: Buffer, start: number): number | undefined {
  for (let at = start; at - start < MAX_WIRE_NAME_LENGTH; ) {
    const length = message[at]
    if (length === undefined) return undefined
    if (length === 0) return at + 1
    if ((length & POINTER) === POINTER) return at + 2
    if (length > MAX_LABEL_LENGTH) return undefined
    at += length + 1
  }
  return undefined
}
