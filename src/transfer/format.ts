/**
 * The format of exports, backups and the snapshots of an archive: a header line, the records sorted by key, and a trailer
 * line that proves that the file is complete.
 *
 *     {"binnacle":"export","format":2,"created":"…","version":"…","revision":4711}
 *     17 1024 extensions/ingresses/test/front
 *     …1024 bytes, as stored…
 *     {"records":1,"digest":"sha256:…"}
 *
 * Values are length-prefixed, so they may contain anything. A line break follows each, for people who read the file.
 * The digest covers everything before the trailer. In format 1 records are sorted by revision.
 * docs/guides/export-import.md describes the format for users.
 */
import { MAX_KEY_LENGTH, MAX_VALUE_LENGTH, type Revision, type StoredValue } from '#storage/contract.js'
import { type Identity, readIdentity } from './identity.js'

export const FORMAT = 2
/** The formats that this code reads. It writes the newest. */
export const READABLE_FORMATS: readonly number[] = [1, FORMAT]

/** The first bytes of every export. */
export const SIGNATURE = '{"binnacle":"export",'

/** No export has longer lines; a file with one is not an export. */
export const MAX_LINE_LENGTH = MAX_KEY_LENGTH + 100
/** The header of a backup may hold keys and certificates. */
export const MAX_HEADER_LENGTH = 64 * 1024

export interface ExportHeader {
  readonly format: number
  /** Creation time, RFC 3339. */
  readonly created: string
  /** The version of the program that made it. */
  readonly version: string
  /** The revision of the snapshot. */
  readonly revision: number
  /** The id of the store, where it matters. */
  readonly store?: string | undefined
  /** The keys of the server; undefined if they are not included. */
  readonly identity?: Identity | undefined
}

export interface ExportTrailer {
  readonly records: number
  /** `sha256:` and the hexadecimal digest. */
  readonly digest: string
}

export interface RecordHeader {
  readonly revision: Revision
  readonly length: number
  readonly key: string
}

export const LINE_BREAK = Buffer.from('\n')

export function headerLine({ format, created, version, revision, store, identity }: ExportHeader): Buffer {
  const header = { binnacle: 'export', format, created, version, revision, store, identity }
  return Buffer.from(`${JSON.stringify(header)}\n`)
}

export function trailerLine({ records, digest }: ExportTrailer): Buffer {
  return Buffer.from(`${JSON.stringify({ records, digest })}\n`)
}

/** The bytes of a record in an export. */
export function encodeRecord({ revision, value, key }: StoredValue): Buffer[] {
  return [Buffer.from(`${revision} ${value.length} ${key}\n`, 'latin1'), value, LINE_BREAK]
}

const HEAD = /^([1-9][0-9]{0,15}) (0|[1-9][0-9]{0,8}) ([ -~]+)$/

/** Undefined when the line does not start a record. */
export function parseRecordHeader(line: string): RecordHeader | undefined {
  const [, revision, length, key] = HEAD.exec(line) ?? []
  if (key === undefined || key.length > MAX_KEY_LENGTH || Number(length) > MAX_VALUE_LENGTH) return undefined
  return { revision: Number(revision) as Revision, length: Number(length), key }
}

/** Undefined when the line is not an export header. The format may be unknown. */
export function parseHeader(line: string): ExportHeader | undefined {
  if (!line.startsWith(SIGNATURE)) return undefined
  const { format, created, version, revision, store, identity } = parseObject(line)
  if (typeof format !== 'number') return undefined
  return {
    format,
    created: String(created),
    version: String(version),
    revision: Number(revision),
    store: typeof store === 'string' ? store : undefined,
    identity: readIdentity(identity),
  }
}

/** Undefined when the line is not a trailer. */
export function parseTrailer(line: string): ExportTrailer | undefined {
  const { records, digest } = parseObject(line)
  return typeof records === 'number' && typeof digest === 'string' ? { records, digest } : undefined
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
