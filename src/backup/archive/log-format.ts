/**
 * The format of a change log: a header line, and the writes of a store after a revision, in order.
 *
 *     {"binnacle":"changes","format":1,"created":"…","version":"…","store":"…","after":4711}
 *     4712 1763460000123 2 61 9a3be1c4
 *     17 core/configmaps/default/a
 *     …17 bytes, as stored…
 *     - core/configmaps/default/b
 *
 * The line of a write has its revision, its time in milliseconds, the number of its changes, their length and a CRC-32 of
 * all that. A deletion has no value. A write without changes says that there was none until its time.
 *
 * A log ends anywhere: its process may have been killed. What does not match its checksum is not part of it.
 */
import { crc32 } from 'node:zlib'
import { MAX_KEY_LENGTH, MAX_VALUE_LENGTH, type Revision } from '#storage/contract.js'
import { LINE_BREAK } from '#transfer/format.js'
import { type Identity, readIdentity } from '#transfer/identity.js'

export const LOG_FORMAT = 1
export const LOG_SIGNATURE = '{"binnacle":"changes",'

/** In bytes. */
export const MAX_WRITE_LINE = 100

/** One etcd transaction, or one commit, may change some hundred keys. */
export const MAX_PAYLOAD = 64 * (MAX_VALUE_LENGTH + MAX_KEY_LENGTH)

export interface LogHeader {
  readonly format: number
  /** Creation time, RFC 3339. */
  readonly created: string
  /** The version of the program that made it. */
  readonly version: string
  /** The id of the store. */
  readonly store: string
  /** The log has every change after this revision. */
  readonly after: number
  readonly identity?: Identity | undefined
}

/** The value of a key since a write; undefined for a deletion. */
export interface LoggedChange {
  readonly key: string
  readonly value: Buffer | undefined
}

export interface LoggedWrite {
  readonly revision: Revision
  /** In milliseconds since 1970. */
  readonly time: number
  readonly changes: readonly LoggedChange[]
}

export function logHeaderLine({ format, created, version, store, after, identity }: LogHeader): Buffer {
  const header = { binnacle: 'changes', format, created, version, store, after, identity }
  return Buffer.from(`${JSON.stringify(header)}\n`)
}

/** Undefined when the line is not the header of a log. The format may be unknown. */
export function parseLogHeader(line: string): LogHeader | undefined {
  if (!line.startsWith(LOG_SIGNATURE)) return undefined
  try {
    const { format, created, version, store, after, identity } = JSON.parse(line) as LogHeader
    return { format, created, version, store, after, identity: readIdentity(identity) }
  } catch {
    return undefined
  }
}

export function encodeWrite({ revision, time, changes }: LoggedWrite): Buffer {
  const parts = changes.flatMap(({ key, value }) =>
    value === undefined
      ? [Buffer.from(`- ${key}\n`, 'latin1')]
      : [Buffer.from(`${value.length} ${key}\n`, 'latin1'), value, LINE_BREAK],
  )
  const payload = Buffer.concat(parts)
  const line = `${revision} ${time} ${changes.length} ${payload.length}`
  return Buffer.concat([Buffer.from(`${line} ${checksum(line, payload)}\n`, 'latin1'), payload])
}

export interface WriteLine {
  readonly revision: Revision
  readonly time: number
  readonly count: number
  readonly length: number
  /** Whether the payload is the one that the line was written for. */
  matches(payload: Buffer): boolean
}

const WRITE_LINE = /^(([1-9][0-9]{0,15}) ([0-9]{1,16}) ([0-9]{1,6}) ([0-9]{1,10})) ([0-9a-f]{8})$/

/** Undefined when the line is not that of a write. */
export function parseWriteLine(text: string): WriteLine | undefined {
  const [, line, revision, time, count, length, sum] = WRITE_LINE.exec(text) ?? []
  if (line === undefined || Number(length) > MAX_PAYLOAD) return undefined
  return {
    revision: Number(revision) as Revision,
    time: Number(time),
    count: Number(count),
    length: Number(length),
    matches: (payload) => checksum(line, payload) === sum,
  }
}

/** Undefined when the payload does not hold exactly that many changes. */
export function parseChanges(payload: Buffer, count: number): LoggedChange[] | undefined {
  const changes: LoggedChange[] = []
  let at = 0
  while (at < payload.length) {
    const end = payload.indexOf(LINE_BREAK, at)
    if (end < 0) return undefined
    const [, length, key] = /^(-|[0-9]{1,9}) ([ -~]+)$/.exec(payload.toString('latin1', at, end)) ?? []
    if (key === undefined) return undefined
    at = end + 1
    if (length === '-') {
      changes.push({ key, value: undefined })
      continue
    }
    const valueEnd = at + Number(length)
    if (payload[valueEnd] !== LINE_BREAK[0]) return undefined
    changes.push({ key, value: payload.subarray(at, valueEnd) })
    at = valueEnd + 1
  }
  return changes.length === count ? changes : undefined
}

function checksum(line: string, payload: Buffer): string {
  return crc32(payload, crc32(Buffer.from(line, 'latin1')))
    .toString(16)
    .padStart(8, '0')
}
