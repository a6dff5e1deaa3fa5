import { parseAddress } from '#util/net/ip-address.js'
import { BADVERS, CLASS_IN, type DnsQuery, HEADER_LENGTH, type QueryHead, TYPES } from './query.js'

/** The data of a record: an address, a name, or the fields of a SOA record. */
export type RecordData =
  | { readonly type: 'A' | 'AAAA'; readonly address: string }
  | { readonly type: 'CNAME' | 'NS'; readonly target: string }
  | { readonly type: 'SOA'; readonly server: string; readonly mailbox: string; readonly serial: number }

export type ResourceRecord = { readonly name: string; readonly ttl: number } & RecordData

/** The content of a response. */
export interface DnsAnswer {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: readonly ResourceRecord[]
  readonly authority: readonly ResourceRecord[]
  /** Whether the client must ask again over TCP. */
  readonly isTruncated?: boolean
}

/** Without EDNS a UDP response has at most this many bytes. */
const PLAIN_UDP_BYTES = 512
/** The largest UDP response: no network has to split it. It also bounds amplification. */
const MAX_UDP_BYTES = 1232
const MAX_TCP_BYTES = 65_535
const MAX_POINTER = 0x3fff
/** Refresh, retry, expire and negative caching of the SOA record, in seconds. */
const SOA_TIMES = [3600, 600, 86_400, 60]

/** How many bytes a response may have. */
export function maxResponseBytes({ edns }: Pick<DnsQuery, 'edns'>, isUdp: boolean): number {
  if (!isUdp) return MAX_TCP_BYTES
  return edns === undefined ? PLAIN_UDP_BYTES : Math.min(Math.max(edns.size, PLAIN_UDP_BYTES), MAX_UDP_BYTES)
}

/** The response to a query; without records, and marked as truncated, if it would be too long. */
export function writeResponse(query: DnsQuery, answer: DnsAnswer, isUdp: boolean): Buffer {
  const limit = maxResponseBytes(query, isUdp)
  const whole = write(query, answer)
  if (whole.length <= limit) return whole
  return write(query, { ...answer, answers: [], authority: [], isTruncated: true })
}

/** The response to a message that cannot be understood. */
export function writeError(head: QueryHead, rcode: number): Buffer {
  const message = Buffer.alloc(HEADER_LENGTH)
  writeHead(message, head, rcode, 0)
  return message
}

function writeHead(message: Buffer, head: QueryHead, rcode: number, flags: number): void {
  message.writeUInt16BE(head.id, 0)
  const recursion = head.wantsRecursion ? 0x0100 : 0
  message.writeUInt16BE(0x8000 | (head.opcode << 11) | flags | recursion | (rcode & 0xf), 2)
}

function write(query: DnsQuery, answer: DnsAnswer): Buffer {
  const { head, question, edns } = query
  const { rcode, isAuthoritative, answers, authority, isTruncated = false } = answer
  const start = Buffer.alloc(HEADER_LENGTH)
  writeHead(start, head, rcode, (isAuthoritative ? 0x0400 : 0) | (isTruncated ? 0x0200 : 0))
  start.writeUInt16BE(1, 4)
  start.writeUInt16BE(answers.length, 6)
  start.writeUInt16BE(authority.length, 8)
  start.writeUInt16BE(edns === undefined ? 0 : 1, 10)
  const writer = new RecordWriter(query.name, HEADER_LENGTH + question.length)
  for (const record of [...answers, ...authority]) writer.add(record)
  return Buffer.concat([start, question, ...writer.chunks, ...(edns === undefined ? [] : [optRecord(rcode)])])
}

/** The OPT record has the high bits of the response code. */
function optRecord(rcode: number): Buffer {
  const record = Buffer.alloc(11)
  record.writeUInt16BE(TYPES.OPT, 1)
  record.writeUInt16BE(MAX_UDP_BYTES, 3)
  record.writeUInt8(rcode >= BADVERS ? rcode >>> 4 : 0, 5)
  return record
}

/** Writes records. A name that was written before becomes a pointer to it. */
class RecordWriter {
  readonly chunks: Buffer[] = []
  readonly #offsets = new Map<string, number>()
  #length: number

  /** The question is the first name of a message. */
  constructor(question: string, length: number) {
    this.#length = length
    if (question !== '') this.#offsets.set(question, HEADER_LENGTH)
  }

  add(record: ResourceRecord): void {
    this.#push(this.#name(record.name, this.#length))
    const fixed = Buffer.alloc(10)
    fixed.writeUInt16BE(TYPES[record.type], 0)
    fixed.writeUInt16BE(CLASS_IN, 2)
    fixed.writeUInt32BE(record.ttl, 4)
    const data = this.#data(record, this.#length + fixed.length)
    fixed.writeUInt16BE(data.length, 8)
    this.#push(fixed)
    this.#push(data)
  }

  #push(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.#length += chunk.length
  }

  #data(record: ResourceRecord, offset: number): Buffer {
    switch (record.type) {
      case 'A':
      case 'AAAA':
        return Buffer.from(parseAddress(record.address) ?? [])
      case 'CNAME':
      case 'NS':
        return this.#name(record.target, offset)
      case 'SOA': {
        const server = this.#name(record.server, offset)
        const mailbox = this.#name(record.mailbox, offset + server.length)
        const numbers = Buffer.alloc(20)
        for (const [index, number] of [record.serial, ...SOA_TIMES].entries())
          numbers.writeUInt32BE(number, index * 4)
        return Buffer.concat([server, mailbox, numbers])
      }
    }
  }

  #name(name: string, offset: number): Buffer {
    const parts: Buffer[] = []
    let at = offset
    let rest = name
    while (rest !== '') {
      const known = this.#offsets.get(rest)
      if (known !== undefined)
        return Buffer.concat([...parts, Buffer.from([0xc0 | (known >>> 8), known & 0xff])])
      if (at <= MAX_POINTER) this.#offsets.set(rest, at)
      const dot = rest.indexOf('.')
      const label = Buffer.from(dot < 0 ? rest : rest.slice(0, dot), 'latin1')
      parts.push(Buffer.from([label.length]), label)
      at += label.length + 1
      rest = dot < 0 ? '' : rest.slice(dot + 1)
    }
    return Buffer.concat([...parts, Buffer.from([0])])
  }
}
