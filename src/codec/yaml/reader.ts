import type { Alias, Node, ParsedNode, Scalar, YAMLMap } from 'yaml'
import { formatPosition, lineAndColumn, MAX_DEPTH, UnreadableBody } from '#codec/codec.js'
import { setOwn } from '#schema/json-object.js'
import { excerpt, jsonExcerpt } from '#util/excerpt.js'
import { type PlainValue, resolvePlain } from './scalar.js'

type Yaml = typeof import('yaml')
type Properties = Record<string, unknown>

/** How many values and characters a document may come to once its aliases are followed and its maps are merged. */
const MAX_VALUES = 100_000
const MAX_CHARACTERS = 3 * 1024 * 1024

const TAG = 'tag:yaml.org,2002:'
const MERGE_KEY = '<<'

/** Which values may bear a tag that names their type. */
const TAGGED: Readonly<Record<string, (value: PlainValue) => boolean>> = {
  [`${TAG}null`]: (value) => value === null,
  [`${TAG}bool`]: (value) => typeof value === 'boolean',
  [`${TAG}int`]: (value) => typeof value === 'bigint' || Number.isInteger(value),
  [`${TAG}float`]: (value) => typeof value === 'number' || typeof value === 'bigint',
}

/**
 * Takes a parsed document to a value of JSON.
 *
 * Aliases are followed by reading their target again, so that no two places of the value share an object. A
 * few lines of aliases can stand for billions of values; the reader counts, and stops.
 */
export class YamlReader {
  readonly #yaml: Yaml
  readonly #text: string
  readonly #anchors = new Map<string, Node>()
  /** An alias means the anchor as it was at the alias' own place, also when it is read again later. */
  readonly #targets = new Map<Alias, Node>()
  readonly #duplicates: DuplicateKeys | undefined
  #followed = 0
  #values = 0
  #characters = 0

  constructor(yaml: Yaml, text: string, duplicates?: DuplicateKeys) {
    this.#yaml = yaml
    this.#text = text
    this.#duplicates = duplicates
  }

  read(node: Node | null, depth = 0): unknown {
    if (node === null) return null
    this.#countValue(node)
    if (depth > MAX_DEPTH) throw this.#rejection(node, `the values nest more than ${MAX_DEPTH} levels deep`)
    if (this.#yaml.isAlias(node)) return this.#follow(node, depth)
    const value = this.#readNode(node, depth)
    // Only now: a value that contains itself cannot be written as JSON. And not while an alias is followed,
    // because that leads back in the document.
    if (this.#followed === 0 && 'anchor' in node && node.anchor) this.#anchors.set(node.anchor, node)
    return value
  }

  #countValue(node: Node): void {
    if (++this.#values <= MAX_VALUES) return
    throw this.#rejection(node, `the aliases up to here stand for more than ${MAX_VALUES} values`)
  }

  #countCharacters(node: Node, count: number): void {
    this.#characters += count
    if (this.#characters <= MAX_CHARACTERS) return
    throw this.#rejection(node, `the aliases up to here stand for more than ${MAX_CHARACTERS} characters`)
  }

  #readNode(node: Node, depth: number): unknown {
    if (this.#yaml.isScalar(node)) return this.#readScalar(node)
    if (this.#yaml.isMap(node)) {
      this.#checkTag(node, `${TAG}map`)
      return this.#readMap(node, depth)
    }
    if (this.#yaml.isSeq(node)) {
      this.#checkTag(node, `${TAG}seq`)
      return node.items.map((item) => this.read(item as Node | null, depth + 1))
    }
    throw this.#rejection(node, 'this kind of node is not known')
  }

  #follow(alias: Alias, depth: number): unknown {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source)
    if (target === undefined) {
      const name = excerpt(alias.source)
      throw this.#rejection(
        alias,
        `the alias *${name} has no complete anchor before it`,
        `yaml: unknown anchor '${name}' referenced`,
      )
    }
    this.#targets.set(alias, target)
    this.#followed++
    const value = this.read(target, depth)
    this.#followed--
    return value
  }

  #readScalar(node: Scalar): PlainValue {
    const text = String(node.value)
    const { tag } = node
    this.#countCharacters(node, text.length)
    if (tag === `${TAG}str` || tag === '!') return text
    if (tag === undefined && node.type !== 'PLAIN') return text
    const value = resolvePlain(text)
    if (tag !== undefined && !TAGGED[tag]?.(value)) {
      throw this.#rejection(node, `${jsonExcerpt(text)} cannot be read with the tag ${excerpt(tag)}`)
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw this.#rejection(node, `${excerpt(text)} is not a number that JSON knows`)
    }
    return value
  }

  #readMap(map: YAMLMap, depth: number): Properties {
    const properties: Properties = {}
    // What an alias stands for was looked at where it is written.
    const written = this.#duplicates && this.#followed === 0 ? new Set<string>() : undefined
    for (const pair of map.items) {
      const key = pair.key as ParsedNode
      const name = this.#isMergeKey(key) ? undefined : this.#readKey(key, depth)
      const value = this.read(pair.value as Node | null, depth + 1)
      if (name === undefined) this.#merge(properties, value, key)
      else setOwn(properties, name, value)
      if (name !== undefined && written !== undefined) this.#note(written, name, key)
    }
    return properties
  }

  /** Keys are compared as they are written: one that a merge brought besides is no duplicate. */
  #note(written: Set<string>, name: string, key: ParsedNode): void {
    if (written.has(name)) {
      this.#duplicates?.add(name, () => lineAndColumn(this.#text, key.range[0]).line)
    }
    written.add(name)
  }

  #readKey(node: ParsedNode, depth: number): string {
    const key = this.read(node, depth + 1)
    if (key === null || typeof key === 'object') {
      throw this.#rejection(node, 'a key must be text, a number or a truth value')
    }
    return String(key)
  }

  #isMergeKey(node: ParsedNode): boolean {
    return (
      this.#yaml.isScalar(node) && node.value === MERGE_KEY && node.type === 'PLAIN' && node.tag === undefined
    )
  }

  /** Explicit properties win over merged ones; among merged ones the first wins. */
  #merge(properties: Properties, source: unknown, key: ParsedNode): void {
    for (const from of Array.isArray(source) ? source : [source]) {
      if (typeof from !== 'object' || from === null || Array.isArray(from)) {
        throw this.#rejection(key, 'only a map or a list of maps can be merged')
      }
      for (const [name, value] of Object.entries(from)) {
        this.#countValue(key)
        this.#countCharacters(key, name.length)
        if (!Object.hasOwn(properties, name)) setOwn(properties, name, value)
      }
    }
  }

  #checkTag(node: Node, allowed: string): void {
    if (node.tag !== undefined && node.tag !== allowed && node.tag !== '!') {
      throw this.#rejection(node, `the tag ${excerpt(node.tag)} is not supported`)
    }
  }

  #rejection(node: Node, error: string, syntaxError?: string): UnreadableBody {
    const place = formatPosition(this.#text, node.range?.[0] ?? 0)
    return new UnreadableBody(`the body is not YAML that can be read: ${place}: ${error}`, syntaxError)
  }
}

/** How many keys are reported; the others are counted. */
const MAX_REPORTED = 10
/** How much is reported of a key. */
const MAX_KEY_LENGTH = 100

/**
 * The keys that a document gives more than once in one map, collected while it is read. The last one counts, and
 * it is reported only if the client asks. However many there are, only a few are kept, and none as a path.
 */
export class DuplicateKeys {
  readonly #reported: string[] = []
  #others = 0

  /** `lineOf` is called for the keys that are reported. */
  add(key: string, lineOf: () => number): void {
    if (this.#reported.length >= MAX_REPORTED) {
      this.#others++
      return
    }
    const shown = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
    this.#reported.push(`line ${lineOf()}: key ${JSON.stringify(shown)} already set in map`)
  }

  /** The warnings for the client, in the order of the document. */
  get complaints(): readonly string[] {
    if (this.#others === 0) return this.#reported
    return [...this.#reported, `${this.#others} more keys already set in their maps`]
  }
}
