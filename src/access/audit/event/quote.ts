/** Texts that stand in JSON as they are: printable ASCII without quotes and backslashes, as nearly all texts of requests. */
const PLAIN = /^[ !#-[\]-~]*$/

/** A text as JSON, on one line. */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** A list of texts as JSON. */
export const quotedList = (texts: readonly string[]) => `[${texts.map(quoted).join(',')}]`
