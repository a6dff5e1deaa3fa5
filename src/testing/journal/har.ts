import { STATUS_CODES } from 'node:http'
import { packageVersion } from '#server/version.js'
import { Query } from '#util/text/query.js'
import type { RecordedEntry } from './entry.js'

interface NameAndValue {
  readonly name: string
  readonly value: string
}

/** One exchange in an HTTP Archive. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: readonly NameAndValue[]
    readonly queryString: readonly NameAndValue[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: readonly NameAndValue[]
    readonly content: {
      readonly size: number
      readonly mimeType: string
      readonly text?: string
      readonly encoding?: 'base64'
    }
    readonly redirectURL: ''
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly cache: object
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
}

/** An HTTP Archive, version 1.2. */
export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: readonly HarEntry[]
  }
}

export function harOf(entries: readonly RecordedEntry[]): Har {
  const creator = { name: 'binnacle', version: packageVersion() }
  return { log: { version: '1.2', creator, entries: entries.map(harEntryOf) } }
}

function harEntryOf(entry: RecordedEntry): HarEntry {
  const { method, httpVersion, duration = 0, faults, code = 0 } = entry
  const headers = pairsOf(entry.requestHeaders)
  return {
    startedDateTime: entry.startedAt.toISOString(),
    time: duration,
    request: {
      method,
      url: urlOf(entry),
      httpVersion,
      cookies: [],
      headers,
      queryString: Query.parse(entry.query).entries.map(([name, value]) => ({ name, value })),
      ...postData(entry),
      headersSize: -1,
      bodySize: entry.request.length,
    },
    response: {
      status: code,
      statusText: STATUS_CODES[code] ?? '',
      httpVersion,
      cookies: [],
      headers: pairsOf(entry.responseHeaders),
      content: contentOf(entry),
      redirectURL: '',
      headersSize: -1,
      bodySize: entry.response.length,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(faults.length === 0 ? {} : { comment: `faults: ${faults.join(', ')}` }),
  }
}

function urlOf({ requestHeaders, path, query }: RecordedEntry): string {
  const host = requestHeaders[':authority'] ?? requestHeaders.host ?? 'localhost'
  return `http://${host}${path}${query === '' ? '' : `?${query}`}`
}

function postData({ request, requestHeaders }: RecordedEntry) {
  if (request.length === 0) return {}
  const { 'content-type': mimeType = '' } = requestHeaders
  return { postData: { mimeType: String(mimeType), text: request.bytes().toString() } }
}

function contentOf({ response, contentType: mimeType, isGzip }: RecordedEntry) {
  if (response.length === 0) return { size: 0, mimeType }
  const bytes = response.plain(isGzip)
  const size = response.isWhole ? bytes.length : response.length
  return mimeType.includes('protobuf')
    ? { size, mimeType, text: bytes.toString('base64'), encoding: 'base64' as const }
    : { size, mimeType, text: bytes.toString() }
}

/** HTTP/2 has pseudo headers, which are no headers of the archive. */
function pairsOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): NameAndValue[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [value].flat().map((text) => ({ name, value: text })),
  )
}
