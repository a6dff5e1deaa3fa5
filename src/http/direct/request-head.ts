import type { IncomingHttpHeaders } from 'node:http'
import type { HeaderFindings } from '../exchange.js'

const LINE_END = '\r\n'
const SPACE = 32
const TAB = 9

/** What follows the path of a request that keeps its connection. */
const VERSION = ' HTTP/1.1'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const TARGET = /^\/[\x21-\x7e]*$/
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e]*$/
const LENGTH = /^[0-9]{1,9}$/

/** Of a longer head nothing is kept: what each connection keeps has to be little. */
const LONGEST_KEPT = 4096

/** The header fields of a request. Requests with the same text share them, so they are not to be changed. */
export interface HeaderFields {
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, as they came. */
  readonly raw: readonly string[]
  readonly contentLength: number
  /** What was found out from the fields. */
  readonly findings: HeaderFindings
}

export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly fields: HeaderFields
}

/**
 * Reads the heads of the requests of one connection, where they are what nearly all clients send. A client sends the same
 * header fields with nearly every request, so that they are parsed when they change.
 */
export class RequestHeads {
  #text = ''
  #fields: HeaderFields | undefined

  /** `text` is the head up to the empty line. Undefined for a head that is to be left to node's parser. */
  read(text: string): RequestHead | undefined {
    const lineEnd = text.indexOf(LINE_END)
    const line = lineEnd < 0 ? text : text.slice(0, lineEnd)
    const method = METHODS.find((name) => line.startsWith(name) && line.charCodeAt(name.length) === SPACE)
    if (method === undefined || !line.endsWith(VERSION)) return undefined
    const url = line.slice(method.length + 1, -VERSION.length)
    if (!TARGET.test(url)) return undefined
    const rest = lineEnd < 0 ? '' : text.slice(lineEnd + LINE_END.length)
    const fields = this.#fieldsOf(rest, text.length <= LONGEST_KEPT)
    return fields && { method, url, fields }
  }

  #fieldsOf(text: string, isKept: boolean): HeaderFields | undefined {
    if (text === this.#text && this.#fields !== undefined) return this.#fields
    const fields = readFields(text)
    this.#fields = isKept ? fields : undefined
    this.#text = isKept ? text : ''
    return fields
  }
}

/**
 * Undefined for fields that say more of the connection than that it goes on, or of the body than its length; for a field that is
 * given twice; and for whatever is not in the form that HTTP recommends.
 */
function readFields(text: string): HeaderFields | undefined {
  const headers: IncomingHttpHeaders = Object.create(null)
  const raw: string[] = []
  for (const line of text === '' ? [] : text.split(LINE_END)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = trimmed(line, colon + 1)
    if (!NAME.test(name) || !VALUE.test(value)) return undefined
    const key = name.toLowerCase()
    if (headers[key] !== undefined || isLeftToNode(key, value)) return undefined
    headers[key] = value
    raw.push(name, value)
  }
  return { headers, raw, contentLength: Number(headers['content-length'] ?? 0), findings: noFindings() }
}

const noFindings = (): HeaderFindings => ({
  isChecked: false,
  identity: undefined,
  isImpersonation: undefined,
  allowedRead: undefined,
  sender: undefined,
})

function isLeftToNode(key: string, value: string): boolean {
  switch (key) {
    case 'connection':
      return value.toLowerCase() !== 'keep-alive'
    case 'content-length':
      return !LENGTH.test(value)
    case 'transfer-encoding':
    case 'expect':
    case 'upgrade':
    case 'proxy-connection':
      return true
    default:
      return false
  }
}

/** The text from an offset on, without the blanks around it. */
function trimmed(line: string, from: number): string {
  let start = from
  let end = line.length
  while (start < end && isBlank(line.charCodeAt(start))) start++
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--
  return line.slice(start, end)
}

const isBlank = (code: number) => code === SPACE || code === TAB
