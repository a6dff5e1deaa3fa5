/** Reads parts of encoded JSON without parsing all of it. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** The index behind the object that begins at `start`. The bytes must be well-formed JSON. */
export function endOfObject(json: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case OPEN_BRACE:
        depth++
        break
      case CLOSE_BRACE:
        depth--
        if (depth === 0) return at + 1
        break
    }
  }
  throw new Error('the object has no end')
}

/** The index of the quote that ends the string whose first quote is at `start`. */
function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at++
    else if (json[at] === QUOTE) return at
  }
  throw new Error('the string has no end')
}
