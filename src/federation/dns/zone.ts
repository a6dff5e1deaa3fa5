import type { Clock } from '#util/clock.js'
import { ancestors, isWithin } from './dns-name.js'
import type { DnsProvider, NameRecords } from './provider.js'
import {
  BADVERS,
  CLASS_IN,
  type DnsQuery,
  NOERROR,
  NXDOMAIN,
  REFUSED,
  readQuery,
  SERVFAIL,
  TYPES,
} from './query.js'
import { type DnsAnswer, type ResourceRecord, writeError, writeResponse } from './response.js'

export const TTL = 180
/** Aliases that a response follows: a name has at most three above it, and a load balancer may be named by ours. */
const MAX_ALIASES = 8
/** Types that ask for a copy of the zone. */
const FIRST_META_TYPE = 128
/** Addresses of one name in a response. */
const MAX_ADDRESSES = 1000
const MAX_SERIAL = 0x1_0000_0000

/** A zone in memory, and the answers to queries about it. */
export class Zone implements DnsProvider {
  readonly #origin: string
  readonly #nameServer: NameRecords
  readonly #records = new Map<string, NameRecords>()
  readonly #published = new Map<string, readonly NameRecords[]>()
  /** Names that exist only because others are below them, with the number of these. */
  readonly #parents = new Map<string, number>()
  #serial: number
  #isComplete = false

  /** `addresses` are those of this name server, if clients can reach them. */
  constructor(origin: string, addresses: readonly string[], clock: Clock) {
    this.#origin = origin.toLowerCase()
    this.#serial = Math.floor(clock.now() / 1000) % MAX_SERIAL
    this.#nameServer = { name: `ns.${this.#origin}`, ttl: TTL, addresses }
    this.#add(this.#nameServer)
  }

  publish(service: string, records: readonly NameRecords[]): void {
    const before = this.#published.get(service) ?? []
    if (JSON.stringify(before) === JSON.stringify(records)) return
    for (const record of before) this.#remove(record)
    for (const record of records) this.#add(record)
    if (records.length === 0) this.#published.delete(service)
    else this.#published.set(service, records)
    this.#serial = (this.#serial + 1) % MAX_SERIAL
  }

  setComplete(isComplete: boolean): void {
    this.#isComplete = isComplete
  }

  /** The response to a message; undefined if it deserves none. */
  respond(message: Buffer, isUdp: boolean): Buffer | undefined {
    const read = readQuery(message)
    if (read === undefined) return undefined
    if ('error' in read) return writeError(read.error.head, read.error.rcode)
    return writeResponse(read.query, this.#answer(read.query, isUdp), isUdp)
  }

  #answer({ name, type, class: queryClass, edns }: DnsQuery, isUdp: boolean): DnsAnswer {
    if (edns !== undefined && edns.version > 0) return failure(BADVERS)
    const isMeta = type >= FIRST_META_TYPE && type < TYPES.ANY
    if (queryClass !== CLASS_IN || isMeta || !isWithin(name, this.#origin)) return failure(REFUSED)
    // All records of a name are for clients whose address is known.
    if (type === TYPES.ANY && isUdp) return { ...failure(NOERROR), isAuthoritative: true, isTruncated: true }
    return this.#isComplete || isOwnName(name, this.#origin) ? this.#find(name, type) : failure(SERVFAIL)
  }

  #find(name: string, type: number): DnsAnswer {
    const answers: ResourceRecord[] = []
    let next = name
    for (let aliases = 0; aliases <= MAX_ALIASES; aliases++) {
      // The resolver of the client asks other servers.
      if (!isWithin(next, this.#origin)) return found(answers)
      const records = this.#records.get(next)
      answers.push(...this.#recordsOf(next, records, type))
      if (records?.alias === undefined || type === TYPES.CNAME || type === TYPES.ANY) {
        if (answers.some((record) => record.name === next)) return found(answers)
        const exists = records !== undefined || next === this.#origin || this.#parents.has(next)
        return { ...found(answers), rcode: exists ? NOERROR : NXDOMAIN, authority: [this.#soa] }
      }
      next = records.alias
    }
    return failure(SERVFAIL)
  }

  #recordsOf(name: string, records: NameRecords | undefined, type: number): ResourceRecord[] {
    const isAny = type === TYPES.ANY
    const all: ResourceRecord[] = []
    if (name === this.#origin) {
      if (isAny || type === TYPES.SOA) all.push(this.#soa)
      if (isAny || type === TYPES.NS) {
        all.push({ name, ttl: TTL, type: 'NS', target: this.#nameServer.name })
      }
    }
    if (records === undefined) return all
    const { ttl, addresses, alias } = records
    if (alias !== undefined) return [...all, { name, ttl, type: 'CNAME', target: alias }]
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      const family = address.includes(':') ? 'AAAA' : 'A'
      if (isAny || type === TYPES[family]) all.push({ name, ttl, type: family, address })
    }
    return all
  }

  get #soa(): ResourceRecord {
    const server = this.#nameServer.name
    const mailbox = `hostmaster.${this.#origin}`
    return { name: this.#origin, ttl: TTL, type: 'SOA', server, mailbox, serial: this.#serial }
  }

  #add(record: NameRecords): void {
    this.#records.set(record.name, record)
    for (const parent of ancestors(record.name, this.#origin))
      this.#parents.set(parent, (this.#parents.get(parent) ?? 0) + 1)
  }

  #remove({ name }: NameRecords): void {
    if (!this.#records.delete(name)) return
    for (const parent of ancestors(name, this.#origin)) {
      const left = (this.#parents.get(parent) ?? 1) - 1
      if (left === 0) this.#parents.delete(parent)
      else this.#parents.set(parent, left)
    }
  }
}

/** Names that do not depend on services. */
const isOwnName = (name: string, origin: string) => name === origin || name === `ns.${origin}`

const failure = (rcode: number): DnsAnswer => ({ rcode, isAuthoritative: false, answers: [], authority: [] })

const found = (answers: readonly ResourceRecord[]): DnsAnswer => ({
  rcode: NOERROR,
  isAuthoritative: true,
  answers,
  authority: [],
})
