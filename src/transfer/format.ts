/**
 * The format of an export: a line about the whole, the records in the order of their revisions, and a line that says
 * that it is whole.
 *
 *     {"binnacle":"export","format":1,"created":"…","version":"…","revision":4711}
 *     17 1024 extensions/ingresses/test/front
 *     …1024 bytes, as they lay in the store…
 *     {"records":1,"digest":"sha256:…"}
 *
 * Values are framed by their length, so they may hold anything, and each is followed by a line break for people who
 * look into the file. The digest is of everything before the last line. docs/guides/export-import.md describes it for users.
 */
import { MAX_KEY_LENGTH, MAX_VALUE_LENGTH, type Revision, type StoredValue } from '#storage/contract.js'

export const FORMAT = 1

/** What every export begins with. */
export const SIGNATURE = '{"binnacle":"export",'

/** No export has longer lines; a file with one is no export. */
export const MAX_LINE_LENGTH = MAX_KEY_LENGTH + 100

export interface ExportHeader {
  readonly format: number
  /** When it was made, as RFC 3339 has it. */
  readonly created: string
  /** Of the program that made it. */
  readonly version: string
  /** What the store was read at. */
  readonly revision: number
}

export interface ExportTrailer {
  readonly records: number
  /** `sha256:` and the digest in hexadecimal. */
  readonly digest: string
}

export interface RecordHead {
  readonly revision: Revision
  readonly length: number
  readonly key: string
}

export const LINE_BREAK = Buffer.from('\n')

export function headerLine({ format, created, version, revision }: ExportHeader): Buffer {
  return Buffer.from(`${JSON.stringify({ binnacle: 'export', format, created, version, revision })}\n`)
}

export function trailerLine({ records, digest }: ExportTrailer): Buffer {
  return Buffer.from(`${JSON.stringify({ records, digest })}\n`)
}

/** The bytes that a record takes in an export. */
export function recordFrame({ revision, value, key }: StoredValue): Buffer[] {
  return [Buffer.from(`${revision} ${value.length} ${key}\n`, 'latin1'), value, LINE_BREAK]
}

const HEAD = /^([1-9][0-9]{0,15}) (0|[1-9][0-9]{0,8}) ([ -~]+)$/

/** Undefined when the line does not begin a record. */
export function parseHead(line: string): RecordHead | undefined {
  const [, revision, length, key] = HEAD.exec(line) ?? []
  if (key === undefined || key.length > MAX_KEY_LENGTH || Number(length) > MAX_VALUE_LENGTH) return undefined
  return { revision: Number(revision) as Revision, length: Number(length), key }
}

/** Undefined when the line is not that of an export. The format may be one that is not known here. */
export function parseHeader(line: string): ExportHeader | undefined {
  if (!line.startsWith(SIGNATURE)) return undefined
  const { format, created, version, revision } = parseObject(line)
  return typeof format === 'number'
    ? { format, created: String(created), version: String(version), revision: Number(revision) }
    : undefined
}

/** Undefined when the line does not end an export. */
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
