import { type ListText, NO_BYTES } from './codec.js'
import { resolvePlain } from './yaml-scalar.js'

/**
 * Writes values of JSON as YAML: block style, keys in alphabetical order, lists as deep as the key they
 * belong to. Texts are quoted unless every reader, of YAML 1.1 or 1.2, takes them for the same text.
 *
 * Written here because the YAML package builds a tree of nodes first, which takes nine times as long, and an
 * answer holds up all others while it is written.
 */
export function writeYaml(value: unknown): string {
  return `${block(value, '')}\n`
}

/** Of a value with a long list the list comes last, whatever its name, so that all else is written before it. */
export const yamlList: ListText = {
  begin: (members, name, isEmpty) => Buffer.from(`${writeYaml(members)}${name}:${isEmpty ? ' []' : ''}\n`),
  first: NO_BYTES,
  next: NO_BYTES,
  item: (value) => Buffer.from(`- ${block(value, '  ')}\n`),
  end: () => NO_BYTES,
}

type Members = Readonly<Record<string, unknown>>

/** The value where its first line is begun already; further lines start with `indent`. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : listBlock(value, indent)
  if (typeof value === 'object' && value !== null) return mapBlock(value as Members, indent) || '{}'
  if (typeof value === 'string') return textBlock(value, indent === '' ? '  ' : indent)
  return value === null || value === undefined ? 'null' : String(value)
}

function listBlock(list: readonly unknown[], indent: string): string {
  let out = ''
  for (const element of list) {
    if (out !== '') out += `\n${indent}`
    out += `- ${block(element, `${indent}  `)}`
  }
  return out
}

/** Empty when no member has a value. */
function mapBlock(members: Members, indent: string): string {
  let out = ''
  for (const name of Object.keys(members).sort()) {
    const value = members[name]
    if (value === undefined) continue
    if (out !== '') out += `\n${indent}`
    out += `${key(name, indent)}:${member(value, indent)}`
  }
  return out
}

/** Readers look no further than this for the colon behind a key. */
const MAX_SIMPLE_KEY_LENGTH = 1000

function key(name: string, indent: string): string {
  const written = isPlain(name) ? name : quoted(name)
  return written.length > MAX_SIMPLE_KEY_LENGTH ? `? ${written}\n${indent}` : written
}

/** A member's value with what parts it from the colon. */
function member(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) return `\n${indent}${listBlock(value, indent)}`
  const deeper = `${indent}  `
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const inner = mapBlock(value as Members, deeper)
    return inner === '' ? ' {}' : `\n${deeper}${inner}`
  }
  return ` ${block(value, deeper)}`
}

function textBlock(text: string, indent: string): string {
  if (isPlain(text)) return text
  return text.includes('\n') && isLiteral(text) ? literal(text, indent) : quoted(text)
}

/** Words parted by single spaces or colons, made of characters that mean nothing to YAML where they stand. */
const SAFE = /^[\w/][\w./@%+=;()-]*(?:[ :][\w./@%+=;()-]+)*$/
/** What some readers of YAML 1.1 take for a date, a number to the base of 60 or an exponent. */
const DATE_OR_NUMBER = /^[0-9]{4}-[0-9]{1,2}-[0-9]|^[0-9][0-9_]*:|^[eE][0-9]+$/

function isPlain(text: string): boolean {
  return SAFE.test(text) && resolvePlain(text) === text && !DATE_OR_NUMBER.test(text)
}

/** Characters that YAML does not allow unescaped, beyond those that JSON escapes. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** JSON's escapes all mean the same in YAML's double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Lines that would not survive as they are: led by white space at the start, or of white space alone. */
const FRAGILE = /^\s|\n[ \t]+(?:\n|$)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/

function isLiteral(text: string): boolean {
  return !FRAGILE.test(text) && !CONTROL.test(text) && text.isWellFormed()
}

/** The text line by line; the sign behind the bar says how many of the line breaks at its end count. */
function literal(text: string, indent: string): string {
  const keep = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-'
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line))
  return `|${keep}\n${lines.join('\n')}`
}
