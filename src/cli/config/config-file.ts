import { readFile } from 'node:fs/promises'
import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { quote } from '#cli/process-environment.js'
import type { FileTexts } from '#cli/read-options.js'
import { OPTION_GROUPS, type OptionGroup } from '#server/options/groups.js'
import type { Option } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import { closestMatch } from '#util/text/nearest.js'

/** What a configuration file says. */
export interface ConfigFile {
  readonly texts: FileTexts
  /** Its errors, each with its line: `config.yaml:3: unknown key …`. */
  readonly errors: readonly string[]
}

/** Rejects if the file cannot be read. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  return parseConfigFile(await readFile(path, 'utf8'), path)
}

/** `path` names the file in errors. */
export function parseConfigFile(text: string, path: string): ConfigFile {
  return new ConfigReader(text, path).read()
}

class ConfigReader {
  readonly #lines = new LineCounter()
  readonly #text: string
  readonly #path: string
  readonly #texts = new Map<string, string>()
  readonly #errors: string[] = []

  constructor(text: string, path: string) {
    this.#text = text
    this.#path = path
  }

  read(): ConfigFile {
    const document = parseDocument(this.#text, { lineCounter: this.#lines, prettyErrors: false })
    for (const { pos, message } of document.errors) this.#fail(pos[0], message)
    const { contents } = document
    if (this.#errors.length === 0 && contents !== null) {
      if (isMap(contents)) this.#readGroups(contents.items as Pair<Node, Node | null>[])
      else this.#fail(0, `expected groups of options: ${groupNames.join(', ')}`)
    }
    return { texts: this.#texts, errors: this.#errors }
  }

  #readGroups(pairs: readonly Pair<Node, Node | null>[]): void {
    for (const { key, value } of pairs) {
      const name = nameOf(key)
      const group = OPTION_GROUPS.find((known) => known.name === name)
      if (group === undefined) this.#fail(key, unknownGroup(name))
      else if (isMap(value)) this.#readOptions(group, value.items as Pair<Node, Node | null>[])
      else if (!isNothing(value)) this.#fail(key, `${name}: expected options such as ${namesIn(group)[0]}`)
    }
  }

  #readOptions(group: OptionGroup, pairs: readonly Pair<Node, Node | null>[]): void {
    for (const { key, value } of pairs) {
      const name = nameOf(key)
      const option = group.keys.map(optionOf).find(({ flag }) => flag === `--${name}`)
      if (option === undefined) this.#fail(key, unknownOption(group, name))
      else if (!isNothing(value)) this.#readOption(group, option, value)
    }
  }

  #readOption({ name: group }: OptionGroup, option: Option<unknown>, value: Node): void {
    const text = textOf(value.toJSON())
    if (text !== undefined && option.parse(text) !== undefined) this.#texts.set(option.flag, text)
    else {
      const shown = text === undefined ? 'something else' : quote(text)
      const place = `${group}.${option.flag.slice(2)}`
      this.#fail(value, `${place}: expected ${option.expected}, got ${shown}`)
    }
  }

  #fail(place: Node | number, message: string): void {
    const offset = typeof place === 'number' ? place : (place.range?.[0] ?? 0)
    this.#errors.push(`${this.#path}:${this.#lines.linePos(offset).line}: ${message}`)
  }
}

const optionOf = (key: OptionGroup['keys'][number]): Option<unknown> => OPTIONS[key] as Option<unknown>

const nameOf = (key: Node) => String(isScalar(key) ? key.value : key)

/** A key without a value is left at its default. */
const isNothing = (value: Node | null): value is null =>
  value === null || (isScalar(value) && value.value === null)

/** The text that a flag would have; undefined if there is none. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return joined(value.map((element) => (Array.isArray(element) ? undefined : textOf(element))))
  if (typeof value !== 'object' || value === null) return undefined
  const pairs = Object.entries(value).map(([key, text]) =>
    typeof text === 'string' || typeof text === 'boolean' ? `${key}=${text}` : undefined,
  )
  return joined(pairs)
}

const joined = (texts: readonly (string | undefined)[]) =>
  texts.includes(undefined) ? undefined : texts.join(',')

const groupNames = OPTION_GROUPS.map(({ name }) => name)
const namesIn = ({ keys }: OptionGroup) => keys.map((key) => OPTIONS[key].flag.slice(2))

function unknownGroup(name: string): string {
  const owner = OPTION_GROUPS.find((group) => namesIn(group).includes(name))
  if (owner !== undefined) return `${name} belongs below ${owner.name}`
  return `unknown key ${quote(name)}${suggestion(name, groupNames)}`
}

function unknownOption(group: OptionGroup, name: string): string {
  const owner = OPTION_GROUPS.find((other) => namesIn(other).includes(name))
  if (owner !== undefined) return `${name} belongs below ${owner.name}, not ${group.name}`
  return `unknown key ${quote(`${group.name}.${name}`)}${suggestion(name, namesIn(group))}`
}

function suggestion(name: string, known: readonly string[]): string {
  const match = closestMatch(name, known)
  return match === undefined ? '' : `, did you mean ${match}?`
}
