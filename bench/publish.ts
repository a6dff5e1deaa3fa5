/** The document has the last full run between these marks. */
const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'

/** Replaces the text between the marks of a document. Throws if it has none. */
export function published(document: string, report: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END, begin)
  if (begin < 0 || end < 0) throw new Error(`the document has no place between ${BEGIN} and ${END}`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${report}\n\n${document.slice(end)}`
}
