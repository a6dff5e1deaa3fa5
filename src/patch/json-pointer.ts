/** JSON pointers (RFC 6901): where in a document an operation of a JSON patch is at work. */

/** The member names and list positions from the root to the place; none for the root itself. */
export type Pointer = readonly string[]

/** The place after the last element of a list. */
export const END = '-'

/** Undefined when the text is not a pointer. */
export function parsePointer(text: string): Pointer | undefined {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined
  const tokens = text.slice(1).split('/')
  // `~1` first: `~01` is the escape of `~1` and must not become a slash.
  return text.includes('~')
    ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    : tokens
}

/** Stands for a pointer that is too long, or has more segments than may be read. */
export const TOO_LONG = 'too long'
/** In characters. */
export const MAX_POINTER_LENGTH = 16 * 1024

/** Reads pointers as long as they have no more than so many segments together. */
export class PointerReader {
  #left: number

  constructor(segments: number) {
    this.#left = segments
  }

  read(text: string): Pointer | typeof TOO_LONG | undefined {
    if (text.length > MAX_POINTER_LENGTH) return TOO_LONG
    for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) {
      if (--this.#left < 0) return TOO_LONG
    }
    return parsePointer(text)
  }
}

const TEXT_LIMIT = 200

/** The pointer's text for a message, or that of its first tokens; an answer needs no megabytes of path. */
export function pointerText(pointer: Pointer, tokens = pointer.length): string {
  let text = ''
  for (let index = 0; index < tokens && text.length <= TEXT_LIMIT; index++) {
    text += `/${(pointer[index] as string).replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return JSON.stringify(text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text)
}

export function isWithin(outer: Pointer, inner: Pointer): boolean {
  return outer.length <= inner.length && outer.every((token, index) => token === inner[index])
}

/** The position that a token names in a list, from 0 to `last`; undefined when it names none. */
export function positionOf(token: string, last: number): number | undefined {
  if (!/^(0|[1-9][0-9]*)$/.test(token)) return undefined
  const position = Number(token)
  return position <= last ? position : undefined
}
