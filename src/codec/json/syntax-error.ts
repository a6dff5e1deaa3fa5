/** Where and why a text is not JSON. */
export interface JsonSyntaxError {
  readonly offset: number
  readonly message: string
}

/** What may come next, in the words of the message. */
type Expected =
  | 'a value'
  | 'a value or "]"'
  | 'a member name in double quotes'
  | 'a member name in double quotes or "}"'
  | '":"'
  | '"," or "}"'
  | '"," or "]"'
  | 'nothing more'

const CLOSING: Readonly<Partial<Record<Expected, string>>> = {
  'a value or "]"': ']',
  '"," or "]"': ']',
  'a member name in double quotes or "}"': '}',
  '"," or "}"': '}',
}

const WORD_OR_NUMBER = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/y
/** By character code. */
const SIMPLE_ESCAPES = new Uint8Array(128)
for (const letter of '"\\/bfnrt') SIMPLE_ESCAPES[letter.charCodeAt(0)] = 1
const LETTER_U = 0x75
const CODE_UNIT = /[0-9a-fA-F]{4}/y

/**
 * Finds the first fault of a text that the JSON parser rejected; undefined when there is none to be found.
 * It walks without calling itself, so that no nesting is too deep for it.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'a value'
  let offset = 0

  const afterValue = (): Expected => {
    const innermost = open.at(-1)
    if (innermost === undefined) return 'nothing more'
    return innermost === '{' ? '"," or "}"' : '"," or "]"'
  }

  for (;;) {
    offset = endOfSpace(text, offset)
    const found = text[offset]
    if (found === undefined) {
      return expected === 'nothing more' ? undefined : unexpected(expected, text, offset)
    }
    if (found === CLOSING[expected]) {
      open.pop()
      offset++
      expected = afterValue()
      continue
    }
    switch (expected) {
      case 'a value':
      case 'a value or "]"':
        if (found === '{' || found === '[') {
          open.push(found)
          offset++
          expected = found === '{' ? 'a member name in double quotes or "}"' : 'a value or "]"'
        } else {
          const end = found === '"' ? endOfText(text, offset) : matchEnd(WORD_OR_NUMBER, text, offset)
          if (end === undefined) return unexpected(expected, text, offset)
          if (typeof end === 'object') return end
          offset = end
          expected = afterValue()
        }
        break
      case 'a member name in double quotes':
      case 'a member name in double quotes or "}"': {
        if (found !== '"') return unexpected(expected, text, offset)
        const end = endOfText(text, offset)
        if (typeof end === 'object') return end
        offset = end
        expected = '":"'
        break
      }
      case '":"':
        if (found !== ':') return unexpected(expected, text, offset)
        offset++
        expected = 'a value'
        break
      case '"," or "}"':
      case '"," or "]"':
        if (found !== ',') return unexpected(expected, text, offset)
        offset++
        expected = expected === '"," or "}"' ? 'a member name in double quotes' : 'a value'
        break
      case 'nothing more':
        return unexpected(expected, text, offset)
    }
  }
}

/** A body may be nothing but space, for which a regular expression takes long. */
function endOfSpace(text: string, start: number): number {
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return offset
  }
}

/** The offset behind a quoted text that begins at `start`, or what is wrong with it. */
function endOfText(text: string, start: number): number | JsonSyntaxError {
  let offset = start + 1
  while (offset < text.length) {
    const code = text.charCodeAt(offset)
    if (code === 0x22) return offset + 1
    if (code < 0x20) {
      return { offset, message: 'a line break or control character in a text must be written as an escape' }
    }
    if (code === 0x5c) {
      const end = endOfEscape(text, offset + 1)
      if (end === undefined) return { offset, message: 'no such escape in a text' }
      offset = end
    } else {
      offset++
    }
  }
  return { offset: start, message: 'a text that does not end' }
}

/** A text may be full of escapes, so the usual ones cost no match. */
function endOfEscape(text: string, offset: number): number | undefined {
  const letter = text.charCodeAt(offset)
  if (SIMPLE_ESCAPES[letter] === 1) return offset + 1
  return letter === LETTER_U ? matchEnd(CODE_UNIT, text, offset + 1) : undefined
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function unexpected(expected: Expected, text: string, offset: number): JsonSyntaxError {
  const found = text.codePointAt(offset)
  const what = found === undefined ? 'the end of the body' : JSON.stringify(String.fromCodePoint(found))
  return { offset, message: `expected ${expected}, found ${what}` }
}
