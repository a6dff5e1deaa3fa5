import type { Fields, Type } from '#schema/type.js'
import { excerpt } from '#util/excerpt.js'

/** Limits the size of the response to a body that is full of errors. */
const MAX_RESULTS = 100
/** Truncated paths can be equal, so more are visited than reported. */
const MAX_VISITED = 10 * MAX_RESULTS
/** In characters; longer paths are truncated. */
const MAX_PATH_LENGTH = 250
const MAX_NAME_LENGTH = 100

/** A value whose properties may have any name. */
export const ANY_TYPE = { kind: 'anything' } as const
/** A JSON patch: a list of operations. */
export const JSON_PATCH = { kind: 'operations' } as const
const OPERATION = { kind: 'operation' } as const
/** Not checked: values of unknown fields, values of the wrong type, and scalars with a syntax of their own. */
const CLOSED = { kind: 'closed' } as const

export type StrictType = Type | typeof ANY_TYPE | typeof JSON_PATCH | typeof OPERATION | typeof CLOSED

/**
 * What a strict reader says of a JSON text: `unknown field "…"` where the type does not have a property, `duplicate field "…"` where
 * one is given again. In the order of the text, each once, and no more than a hundred. `JSON.parse` keeps the last of several
 * properties and says nothing, so the text is gone through again; only requests that ask for it pay for that. The text must be
 * well-formed.
 */
export function strictErrors(text: string, type: StrictType): string[] {
  return new Scanner(text).scan(type)
}

/** An object or list that is open where the scanner stands. */
interface Container {
  readonly type: StrictType
  /** The names that an object has had so far; undefined where they are not looked at. */
  readonly names: Set<string> | undefined
  /** The name or the position of the property where the scanner stands. */
  at: string | number
}

const BACKSLASH = 0x5c
const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d

class Scanner {
  readonly #text: string
  readonly #open: Container[] = []
  readonly #found = new Set<string>()
  #lookedAt = 0
  /** The type of the next value. */
  #next: StrictType = CLOSED

  constructor(text: string) {
    this.#text = text
  }

  scan(type: StrictType): string[] {
    const text = this.#text
    const open = this.#open
    this.#next = type
    /** Whether a text would be the name of a property. */
    let expectsName = false
    let innermost: Container | undefined
    for (let at = 0; at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case OPENING_BRACE:
          innermost = { type: this.#next, names: hasProperties(this.#next) ? new Set() : undefined, at: '' }
          open.push(innermost)
          expectsName = true
          break
        case OPENING_BRACKET:
          innermost = { type: this.#next, names: undefined, at: 0 }
          open.push(innermost)
          this.#next = elementOf(this.#next)
          expectsName = false
          break
        case CLOSING_BRACE:
        case CLOSING_BRACKET:
          open.pop()
          innermost = open.at(-1)
          expectsName = false
          break
        case COMMA:
          if (typeof innermost?.at === 'number') {
            innermost.at++
            this.#next = elementOf(innermost.type)
          } else expectsName = true
          break
        case QUOTE: {
          const end = endOfText(text, at)
          if (expectsName && innermost !== undefined) {
            this.#enter(innermost, at, end)
            if (this.#isFull) return [...this.#found]
          }
          expectsName = false
          at = end
        }
      }
    }
    return [...this.#found]
  }

  get #isFull(): boolean {
    return this.#found.size >= MAX_RESULTS || this.#lookedAt >= MAX_VISITED
  }

  /** The name of a property stands in the text from `start` to `end`. */
  #enter(object: Container, start: number, end: number): void {
    const { type, names } = object
    this.#next = CLOSED
    if (names === undefined) return
    const name = nameIn(this.#text, start, end)
    object.at = name
    const property = propertyType(type, name)
    if (property === undefined) {
      this.#complain('unknown')
      return
    }
    if (names.has(name)) this.#complain('duplicate')
    names.add(name)
    this.#next = property
  }

  #complain(what: 'unknown' | 'duplicate'): void {
    this.#lookedAt++
    this.#found.add(`${what} field "${this.#path()}"`)
  }

  #path(): string {
    let path = ''
    for (const { at } of this.#open) {
      if (path.length > MAX_PATH_LENGTH) break
      if (typeof at === 'number') path += `[${at}]`
      else path += path === '' ? excerpt(at, MAX_NAME_LENGTH) : `.${excerpt(at, MAX_NAME_LENGTH)}`
    }
    return excerpt(path, MAX_PATH_LENGTH)
  }
}

const OPERATION_MEMBERS: Readonly<Record<string, StrictType>> = {
  op: CLOSED,
  path: CLOSED,
  from: CLOSED,
  value: ANY_TYPE,
}

/** Whether the properties of an object of the type are looked at. */
const hasProperties = ({ kind }: StrictType) =>
  kind === 'struct' || kind === 'map' || kind === 'anything' || kind === 'operation'

/** Undefined for a property that the type does not have. */
function propertyType(type: StrictType, name: string): StrictType | undefined {
  switch (type.kind) {
    case 'struct': {
      // Strictness is about spelling too: a name in another case is not the name.
      const fields = type.fields as Fields
      return Object.hasOwn(fields, name) ? fields[name]?.type : undefined
    }
    case 'map':
      return type.element
    case 'operation':
      return Object.hasOwn(OPERATION_MEMBERS, name) ? OPERATION_MEMBERS[name] : undefined
    default:
      return ANY_TYPE
  }
}

function elementOf(type: StrictType): StrictType {
  switch (type.kind) {
    case 'list':
      return type.element
    case 'operations':
      return OPERATION
    case 'anything':
      return ANY_TYPE
    default:
      return CLOSED
  }
}

/** The place of the quote that ends the text which begins at `start`: the first one that no escape stands before. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // Of two backslashes the first takes the meaning from the second.
    if ((quote - before) % 2 === 1) return quote
  }
  return text.length
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end)
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name
}
