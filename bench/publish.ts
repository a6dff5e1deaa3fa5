/** Between these the last full run is kept in a document. */
const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'

/** The document with another text between the marks. Throws when it has no place for one. */
export function published(document: string, report: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END, begin)
  if (begin < 0 || end < 0) throw new Error(`the document has no place between ${BEGIN} and ${END}`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${report}\n\n${document.slice(end)}`
}
