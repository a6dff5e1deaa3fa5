import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A rule as data. */
export interface Row {
  /** Its number in the file. */
  readonly number: number
  readonly type: string
  readonly path: string
  readonly condition: string
  readonly error: string
  readonly detail?: string | readonly string[] | null
  /** The format whose messages are the texts of the error, instead of a detail. */
  readonly format?: string
  readonly on?: string
  /** What the text of the error may be; undefined for any text. */
  readonly texts: readonly RegExp[] | undefined
}

export interface RuleFile {
  readonly name: string
  readonly rows: readonly Row[]
}

interface Data {
  readonly rules: readonly Omit<Row, 'number' | 'texts'>[]
  readonly formats?: Formats
}

type Formats = { readonly [name: string]: unknown }

/** The files, and the files of rules in the folders. */
export function readRules(paths: readonly string[]): readonly RuleFile[] {
  return rulePaths(paths).map((file) => {
    const { rules, formats = {} } = JSON.parse(readFileSync(file, 'utf8')) as Data
    const rows = rules
      .map((row, number) => ({ ...row, type: bare(row.type), number, texts: textsOf(row, formats) }))
      // Others refer to the rules of another type.
      .filter(({ error }) => error !== undefined && error !== '(rules)')
    return { name: basename(file, '.json'), rows }
  })
}

export const rulePaths = (paths: readonly string[]) =>
  paths.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))

/** A type without what is said about it in parentheses. */
const bare = (type: string) => type.replace(/ \(.*$/s, '')

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^rules-.*\.json$/.test(name))
    .sort()
    .map((name) => join(folder, name))

/** A detail that names the texts of formats instead of its own. */
const REFERENCE = /messages|per format|texts|[rR]esourceName\b/

function textsOf(
  { error, detail, format }: Data['rules'][number],
  formats: Formats,
): readonly RegExp[] | undefined {
  // A row for all rules of another type.
  if (error?.includes('|') && detail === '') return undefined
  if (format !== undefined) return messagesOf(format, formats)
  const texts: RegExp[] = []
  for (const text of typeof detail === 'string' ? [detail] : (detail ?? [])) {
    if (REFERENCE.test(text)) return undefined
    if (!text.startsWith('@')) texts.push(wholeText(text))
    else {
      const messages = messagesOf(text.slice(1), formats)
      if (messages === undefined) return undefined
      texts.push(...messages)
    }
  }
  return texts.length === 0 ? undefined : texts
}

/** The messages of a format, without what is said about them in parentheses; undefined if other formats are named. */
function messagesOf(name: string, formats: Formats): readonly RegExp[] | undefined {
  const format = formats[name] as
    | { messages?: readonly string[]; checks?: readonly { text: string }[] }
    | undefined
  const messages = format?.messages ?? format?.checks?.map(({ text }) => text)
  if (messages === undefined) return undefined
  const texts: RegExp[] = []
  for (const message of messages) {
    if (/^\{|^each /.test(message)) return undefined
    const other = /^@(\w+)|^(?:Invalid with the |Invalid )?(\w+) texts/.exec(message)
    if (other !== null) texts.push(...(messagesOf((other[1] ?? other[2]) as string, formats) ?? []))
    else texts.push(beginningOf(detailIn(message)))
  }
  return texts
}

/** Some messages begin with the type of the error: `TooLong "may not be…" (…)`, `Required, detail empty`. */
function detailIn(message: string): string {
  const typed = /^(?:Invalid|Required|TooLong)(?:, detail (empty)| "([^"]*)")/.exec(message)
  return typed === null ? message : (typed[2] ?? '')
}

/** `{words}` stand for any text. Go writes the difference of two objects below some texts; ours may differ or be missing. */
const wholeText = (text: string) => {
  const [whole, first] = /^(.*)\n\{[^}]*\}$/s.exec(text) ?? []
  return whole === undefined
    ? new RegExp(`^${pattern(text)}$`, 's')
    : new RegExp(`^${pattern(first ?? '')}(\n.*)?$`, 's')
}
const beginningOf = (text: string) =>
  new RegExp(`^${pattern(text.split(/ \(/, 1)[0] as string)}${text === '' ? '$' : ''}`, 's')

export const pattern = (text: string) => escaped(text).replace(/\\\{[^}]*\\\}/g, '.*')

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
