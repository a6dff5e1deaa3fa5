import { excerpt } from '../util/excerpt.js'

/** More are not looked for: an answer does not grow without bounds because a body is full of nonsense. */
const MOST_FOUND = 100
/** Many may have the same path, because a long one is cut. */
const MOST_LOOKED_AT = 10 * MOST_FOUND
/** In characters; what is deeper, or has longer names, is cut. */
const LONGEST_PATH = 250
const LONGEST_NAME = 100

/**
 * The paths of members that a JSON text gives more than once, each reported once, in the order of their second
 * occurrence, and no more than a hundred. `JSON.parse` keeps the last of them and says nothing, so the text is gone
 * through again, once; only requests that ask for it pay for that. The text must be well-formed.
 */
export function duplicateMembers(text: string): string[] {
  return new Scanner(text).scan()
}

/** An object or list that is open where the scanner stands. */
interface Container {
  /** The names that an object has had so far; undefined for a list. */
  readonly names: Set<string> | undefined
  /** The name or the position of the member where the scanner stands. */
  at: string | number
}

const BACKSLASH = 0x5c

class Scanner {
  readonly #text: string
  readonly #open: Container[] = []
  readonly #found = new Set<string>()
  #lookedAt = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): string[] {
    const text = this.#text
    const open = this.#open
    /** Whether a text would be the name of a member. */
    let expectsName = false
    for (let at = 0; at < text.length && !this.#isFull; at++) {
      const innermost = open.at(-1)
      switch (text[at]) {
        case '{':
          open.push({ names: new Set(), at: '' })
          expectsName = true
          break
        case '[':
          open.push({ names: undefined, at: 0 })
          expectsName = false
          break
        case '}':
        case ']':
          open.pop()
          expectsName = false
          break
        case ',':
          if (typeof innermost?.at === 'number') innermost.at++
          else expectsName = true
          break
        case '"': {
          const end = endOfText(text, at)
          if (expectsName && innermost !== undefined) this.#enter(innermost, nameIn(text, at, end))
          expectsName = false
          at = end
        }
      }
    }
    return [...this.#found]
  }

  get #isFull(): boolean {
    return this.#found.size >= MOST_FOUND || this.#lookedAt >= MOST_LOOKED_AT
  }

  #enter(object: Container, name: string): void {
    object.at = name
    if (object.names?.has(name)) {
      this.#lookedAt++
      this.#found.add(this.#path())
    }
    object.names?.add(name)
  }

  #path(): string {
    let path = ''
    for (const { at } of this.#open) {
      if (path.length > LONGEST_PATH) break
      if (typeof at === 'number') path += `[${at}]`
      else path += path === '' ? excerpt(at, LONGEST_NAME) : `.${excerpt(at, LONGEST_NAME)}`
    }
    return excerpt(path, LONGEST_PATH)
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
