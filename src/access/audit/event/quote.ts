/** Texts that stand in JSON as they are: printable ASCII without quotes and backslashes, as nearly all texts of requests. */
const PLAIN = /^[ !#-[\]-~]*$/

export const isPlain = (text: string) => PLAIN.test(text)

/** Whether a URL, and all that is read from it, stands in JSON as it is. What has no percent sign needs no decoding. */
export function isPlainUrl(url: string, isPrintable = false): boolean {
  if (url.includes('%')) return false
  return isPrintable ? !url.includes('"') && !url.includes('\\') : isPlain(url)
}

/** What stands between the quotes of a text in JSON, in ASCII. */
export const escaped = (text: string) => (isPlain(text) ? text : asciiJson(text).slice(1, -1))

/** A text as JSON, in ASCII. */
export const quoted = (text: string) => `"${escaped(text)}"`

/** A list of texts as JSON, in ASCII. */
export const quotedList = (texts: readonly string[]) => `[${texts.map(quoted).join(',')}]`

/** The JSON of a value in ASCII, whose characters are its bytes: such text is encoded in a fraction of the time. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(BEYOND_ASCII, escapeOf)
}

const BEYOND_ASCII = /[\u007f-\uffff]/g

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
