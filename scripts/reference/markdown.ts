/** The notice on every generated page. */
export const GENERATED = '<!-- Generated from the code by "npm run docs:reference". Do not edit. -->'

export function page(title: string, ...parts: readonly string[]): string {
  return `${[GENERATED, `# ${title}`, ...parts].map((part) => part.trim()).join('\n\n')}\n`
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes text for Markdown. */
export const plain = (text: string) => text.replace(/[\\`*_{}[\]<>|#~]/g, (character) => `\\${character}`)

/** Code in a table cell, with escaped bars. */
export const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

export const codes = (texts: readonly string[]) => texts.map(code).join(', ')

/** A sentence: it begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
