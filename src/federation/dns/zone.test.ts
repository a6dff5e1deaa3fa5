import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SeededRandom } from '#util/random.js'
import type { NameRecords } from './provider.js'
import { TYPES } from './query.js'
import { Zone } from './zone.js'

const CLOCK = { now: () => 1_000_000_000_000 }
const WEB = 'web.shop.fed.svc.example.com'
const REGION = 'web.shop.fed.svc.eu.example.com'
const ZONE = 'web.shop.fed.svc.eu-a.eu.example.com'
const NOERROR = 0

function zoneOf(...records: readonly NameRecords[]): Zone {
  const zone = new Zone('example.com', ['127.0.0.1'], CLOCK)
  zone.publish('shop/web', records)
  zone.setComplete(true)
  return zone
}

const addresses = (name: string, ...list: string[]): NameRecords => ({ name, ttl: 180, addresses: list })
const alias = (name: string, target: string): NameRecords => ({
  name,
  ttl: 180,
  addresses: [],
  alias: target,
})

const wireName = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])

const numbers = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >>> 8, value & 0xff]))

const OPT = (size: number, version = 0) => Buffer.concat([Buffer.from([0]), numbers(41, size, version, 0, 0)])

function queryFor(
  name: string,
  type: number,
  options: { opt?: Buffer; class?: number; flags?: number } = {},
) {
  const { opt, flags = 0x0100 } = options
  return Buffer.concat([
    numbers(0xabcd, flags, 1, 0, 0, opt === undefined ? 0 : 1),
    wireName(name),
    numbers(type, options.class ?? 1),
    opt ?? Buffer.alloc(0),
  ])
}

interface Response {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly isTruncated: boolean
  readonly question: string
  /** `name TYPE ttl data`. */
  readonly answers: readonly string[]
  readonly authority: readonly string[]
  readonly length: number
}

/** A reader that follows pointers, as clients do. */
function read(message: Buffer): Response {
  const nameAt = (start: number): [string, number] => {
    const labels: string[] = []
    for (let at = start; ; ) {
      const length = message.readUInt8(at)
      if (length === 0) return [labels.join('.'), at + 1]
      if (length >= 0xc0) {
        const [rest] = nameAt(message.readUInt16BE(at) & 0x3fff)
        return [[...labels, rest].join('.'), at + 2]
      }
      labels.push(message.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
  }
  const dataOf = (type: number, at: number, length: number): string => {
    if (type === TYPES.A) return [...message.subarray(at, at + 4)].join('.')
    if (type === TYPES.CNAME || type === TYPES.NS || type === TYPES.SOA) return nameAt(at)[0]
    return message.toString('hex', at, at + length)
  }
  const [question, afterName] = message.readUInt16BE(4) === 0 ? ['', 12 - 4] : nameAt(12)
  let at = afterName + 4
  const typeName = (type: number) => Object.entries(TYPES).find(([, value]) => value === type)?.[0]
  const section = (count: number) =>
    Array.from({ length: count }, () => {
      const [name, end] = nameAt(at)
      const type = message.readUInt16BE(end)
      const length = message.readUInt16BE(end + 8)
      at = end + 10 + length
      return `${name} ${typeName(type)} ${message.readUInt32BE(end + 4)} ${dataOf(type, end + 10, length)}`
    })
  const answers = section(message.readUInt16BE(6))
  const authority = section(message.readUInt16BE(8))
  const extra = section(message.readUInt16BE(10))
  assert.equal(at, message.length)
  assert.equal(message.readUInt16BE(0), 0xabcd)
  const high = extra.length === 0 ? 0 : Number(BigInt(extra[0]?.split(' ')[2] ?? 0) >> 24n) << 4
  return {
    rcode: (message.readUInt8(3) & 0xf) | high,
    isAuthoritative: (message.readUInt8(2) & 4) !== 0,
    isTruncated: (message.readUInt8(2) & 2) !== 0,
    question,
    answers,
    authority,
    length: message.length,
  }
}

function ask(zone: Zone, query: Buffer, isUdp = true): Response {
  const response = zone.respond(query, isUdp)
  assert.ok(response)
  return read(response)
}

describe('a zone', () => {
  const zone = zoneOf(addresses(WEB, '10.0.0.1', 'fd00::1'), alias(REGION, WEB), alias(ZONE, REGION))

  it('answers with addresses of the asked family, in the case of the question', () => {
    const asked = 'wEb.sHop.fed.SVC.Example.com'
    const { answers, question, isAuthoritative, rcode } = ask(zone, queryFor(asked, TYPES.A))
    assert.deepEqual([question, rcode, isAuthoritative], [asked, NOERROR, true])
    assert.deepEqual(answers, [`${asked} A 180 10.0.0.1`])
    const { answers: six } = ask(zone, queryFor(WEB, TYPES.AAAA))
    assert.deepEqual(six, [`${WEB} AAAA 180 fd000000000000000000000000000001`])
  })

  it('follows aliases', () => {
    assert.deepEqual(ask(zone, queryFor(ZONE, TYPES.A)).answers, [
      `${ZONE} CNAME 180 ${REGION}`,
      `${REGION} CNAME 180 ${WEB}`,
      `${WEB} A 180 10.0.0.1`,
    ])
    assert.deepEqual(ask(zone, queryFor(ZONE, TYPES.CNAME)).answers, [`${ZONE} CNAME 180 ${REGION}`])
    const elsewhere = zoneOf(alias(WEB, 'lb.example.net'))
    assert.deepEqual(ask(elsewhere, queryFor(WEB, TYPES.A)).answers, [`${WEB} CNAME 180 lb.example.net`])
    const nowhere = ask(zoneOf(alias(REGION, WEB)), queryFor(REGION, TYPES.A))
    assert.deepEqual([nowhere.rcode, nowhere.answers], [3, [`${REGION} CNAME 180 ${WEB}`]])
  })

  it('ends an alias of itself', () => {
    assert.equal(ask(zoneOf(alias(WEB, WEB)), queryFor(WEB, TYPES.A)).rcode, 2)
  })

  it('tells a name without such a record from a missing name, with its SOA record', () => {
    const soa = ['example.com SOA 180 ns.example.com']
    for (const [name, type] of [
      [WEB, 16],
      ['shop.fed.svc.example.com', TYPES.A],
      ['example.com', TYPES.A],
    ] as const) {
      const { rcode, answers, authority } = ask(zone, queryFor(name, type))
      assert.deepEqual([rcode, answers, authority], [NOERROR, [], soa], name)
    }
    for (const name of ['no.example.com', `x.${WEB}`, 'web\\.shop.example.com']) {
      const { rcode, answers, authority } = ask(zone, queryFor(name, TYPES.A))
      assert.deepEqual([rcode, answers, authority], [3, [], soa], name)
    }
  })

  it('has SOA and NS records, and the address of its server', () => {
    assert.deepEqual(ask(zone, queryFor('EXAMPLE.com', TYPES.SOA)).answers, [
      'EXAMPLE.com SOA 180 ns.EXAMPLE.com',
    ])
    assert.deepEqual(ask(zone, queryFor('example.com', TYPES.NS)).answers, [
      'example.com NS 180 ns.example.com',
    ])
    assert.deepEqual(ask(zone, queryFor('ns.example.com', TYPES.A)).answers, [
      'ns.example.com A 180 127.0.0.1',
    ])
  })

  it('refuses other names, classes and transfers', () => {
    for (const name of ['com', 'example.org', 'notexample.com', '']) {
      assert.equal(ask(zone, queryFor(name, TYPES.A)).rcode, 5, name)
    }
    assert.equal(ask(zone, queryFor(WEB, TYPES.A, { class: 3 })).rcode, 5)
    for (const type of [251, 252]) assert.equal(ask(zone, queryFor('example.com', type), false).rcode, 5)
  })

  it('fails while not all services are known', () => {
    const early = new Zone('example.com', [], CLOCK)
    assert.equal(ask(early, queryFor(WEB, TYPES.A)).rcode, 2)
    assert.equal(ask(early, queryFor('example.com', TYPES.SOA)).rcode, NOERROR)
  })

  it('forgets the records of a removed service', () => {
    const changed = zoneOf(addresses(WEB, '10.0.0.1'))
    changed.publish('shop/web', [])
    for (const name of [WEB, 'shop.fed.svc.example.com', 'svc.example.com'])
      assert.equal(ask(changed, queryFor(name, TYPES.A)).rcode, 3, name)
  })

  it('bounds responses over UDP, and has all records over TCP', () => {
    const many = Array.from({ length: 70 }, (_, index) => `10.0.0.${index}`)
    const large = zoneOf(addresses(WEB, ...many))
    const query = queryFor(WEB, TYPES.A)
    for (const [opt, limit] of [
      [undefined, 512],
      [OPT(100), 512],
      [OPT(800), 800],
      [OPT(65_535), 1232],
    ] as const) {
      const sized = opt === undefined ? query : queryFor(WEB, TYPES.A, { opt })
      const { isTruncated, answers, length } = ask(large, sized)
      assert.ok(length <= limit, `${length} bytes`)
      assert.equal(isTruncated, length < 200, String(limit))
      assert.equal(answers.length, isTruncated ? 0 : 70)
    }
    assert.equal(ask(large, query, false).answers.length, 70)
    const any = queryFor(WEB, TYPES.ANY)
    assert.deepEqual([ask(large, any).isTruncated, ask(large, any).answers], [true, []])
    assert.equal(ask(large, any, false).answers.length, 70)
  })

  it('reports what it does not understand', () => {
    assert.equal(ask(zone, queryFor(WEB, TYPES.A, { opt: OPT(1232, 1) })).rcode, 16)
    assert.equal(ask(zone, queryFor(WEB, TYPES.A, { flags: 0x2800 })).rcode, 4)
    const malformed = [
      Buffer.concat([numbers(0xabcd, 0, 0, 0, 0, 0)]),
      Buffer.concat([numbers(0xabcd, 0, 2, 0, 0, 0), wireName(WEB), numbers(1, 1)]),
      // A name that points to itself.
      Buffer.concat([numbers(0xabcd, 0, 1, 0, 0, 0), Buffer.from([0xc0, 12]), numbers(1, 1)]),
      queryFor(WEB, TYPES.A).subarray(0, -1),
      queryFor(WEB, TYPES.A, { opt: OPT(512).subarray(0, -1) }),
      Buffer.concat([numbers(0xabcd, 0, 1, 0, 0, 0), Buffer.alloc(300, 1), numbers(0, 1, 1)]),
    ]
    for (const message of malformed) assert.equal(ask(zone, message).rcode, 1, message.toString('hex'))
  })

  it('does not respond to responses, nor to half a header', () => {
    assert.equal(zone.respond(queryFor(WEB, TYPES.A, { flags: 0x8000 }), true), undefined)
    assert.equal(zone.respond(Buffer.alloc(11), true), undefined)
  })

  it('survives any bytes', () => {
    const valid = queryFor(ZONE, TYPES.A, { opt: OPT(4096) })
    const random = new SeededRandom(1)
    const int = (limit: number) => random.int(limit, 'bytes')
    for (let round = 0; round < 4000; round++) {
      const isAltered = round % 2 === 0
      const message = isAltered ? Buffer.from(valid) : Buffer.alloc(int(64))
      for (let change = 0; change < (isAltered ? 3 : message.length); change++)
        message[isAltered ? int(message.length) : change] = int(256)
      const response = zone.respond(message, true)
      assert.ok((response?.length ?? 0) <= 1232)
      assert.ok(response === undefined || response.readUInt16BE(0) === message.readUInt16BE(0))
    }
  })
})
