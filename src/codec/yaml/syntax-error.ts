import type { YAMLParseError } from 'yaml'
import { lineAndColumn } from '#codec/codec.js'
import { excerpt } from '#util/excerpt.js'

/** The message of go-yaml for a fault, as far as it is known; else that of our parser. */
export function goYamlError(text: string, error: YAMLParseError): string {
  const { message, offset, isParserError = false } = faultOf(text, error)
  // go-yaml counts lines from 0, adds one to those of scanner errors, and leaves out the first line.
  const { line } = lineAndColumn(text, offset)
  return line === 1 ? `yaml: ${message}` : `yaml: line ${isParserError ? line - 1 : line}: ${message}`
}

interface Fault {
  readonly message: string
  readonly offset: number
  /** The parser found it, not the scanner. */
  readonly isParserError?: boolean
}

const MAPPING_VALUES = 'mapping values are not allowed in this context'
const NO_TOKEN = 'found character that cannot start any token'

function faultOf(text: string, { code, message, pos: [offset] }: YAMLParseError): Fault {
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { message: MAPPING_VALUES, offset: nextColon(text, offset) }
    case 'MULTILINE_IMPLICIT_KEY':
      if (text[offset] === '-') return noKey(offset)
      if (text.slice(0, offset).trim() === '') {
        return { message: MAPPING_VALUES, offset: nextColon(text, offset) }
      }
      return noColon(text, offset)
    case 'TAB_AS_INDENT':
      return { message: isInScalar(text, offset) ? TAB_IN_SCALAR : NO_TOKEN, offset }
    case 'BAD_SCALAR_START':
      return { message: NO_TOKEN, offset }
    case 'BAD_DQ_ESCAPE':
      return { message: 'found unknown escape character', offset }
    case 'BAD_ALIAS':
      return { message: 'did not find expected alphabetic or numeric character', offset }
    case 'MISSING_CHAR':
      if (message.startsWith('Missing closing')) {
        return { message: 'found unexpected end of stream', offset: text.length }
      }
      if (message.startsWith('Implicit map keys')) return noColon(text, offset)
      break
    case 'UNEXPECTED_TOKEN':
      if (message.includes('block-seq-ind on same line')) {
        return { message: 'block sequence entries are not allowed in this context', offset }
      }
      break
  }
  if (message.startsWith('All mapping items')) return noKey(offset)
  if (message.startsWith('Flow ') && offset >= text.trimEnd().length - 1) return unclosed(text, message)
  return { message: excerpt(message), offset }
}

const TAB_IN_SCALAR = 'found a tab character that violates indentation'

/** A tab continues a plain scalar if the line before ends in one. */
const isInScalar = (text: string, offset: number) => !/(?:^|[:-])\s*$/.test(text.slice(0, offset))

const noKey = (offset: number): Fault => ({
  message: 'did not find expected key',
  offset,
  isParserError: true,
})

/** go-yaml notices it at the next token. */
function noColon(text: string, offset: number): Fault {
  const lineEnd = text.indexOf('\n', offset)
  const next = lineEnd < 0 ? text.length : lineEnd + text.slice(lineEnd).search(/\S|$/)
  return { message: "could not find expected ':'", offset: next }
}

/** A flow collection at the end of the text. */
function unclosed(text: string, message: string): Fault {
  const isOpened = /[[{,]\s*$/.test(text)
  const what = isOpened ? 'node content' : `',' or '${message.includes('seq') ? ']' : '}'}'`
  return { message: `did not find expected ${what}`, offset: text.length, isParserError: true }
}

function nextColon(text: string, offset: number): number {
  const distance = text.slice(offset).search(/:(?:\s|$)/)
  return distance < 0 ? offset : offset + distance
}
