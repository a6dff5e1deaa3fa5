import type { CompiledSchemaCache } from '#structural/compile.js'
import type { JsonSchema } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import { keyOf } from '#structural/values.js'
import type { Pace, Work } from '#util/async/slices.js'
import { linearPattern, PatternError } from '#util/text/linear-pattern.js'
import { isSchema, schemaKeywords } from './schema-keywords.js'
import type { Part, SchemaPartCache } from './schema-part-cache.js'

/**
 * Limits of a schema. The largest known projects have about twenty thousand nodes; more would take more memory and
 * time than a server has for all its definitions.
 */
export const MAX_NODES = 50_000
/** Instructions of all regular expressions together: up to two seconds to compile, where classes are large. */
export const MAX_INSTRUCTIONS = 100_000

/** In instructions. An invalid expression has size 0 and is reported elsewhere. */
export function sizeOfPattern(pattern: string): number {
  try {
    return linearPattern(pattern).size
  } catch (error) {
    if (error instanceof PatternError) return 0
    throw error
  }
}

/** What is known of the parts of a schema before they are checked. */
export interface SchemaCache extends CompiledSchemaCache {
  /** Whether the part can be skipped because an equal one is checked or cached. */
  isRepeated(part: JsonSchema): boolean
}

/** Checks and compiles every part. */
export const NO_PARTS: SchemaCache = {
  isRepeated: () => false,
  compiled: () => undefined,
  keep: () => {},
}

/**
 * One walk through a schema that counts its nodes and finds equal parts. A part is an object schema below the root
 * that is a property, an item or the value of a map.
 */
export class Survey implements SchemaCache {
  readonly #known: SchemaPartCache
  readonly #parts = new Map<JsonSchema, Part>()
  /** Parts that are not cached, by content. */
  readonly #new = new Map<string, Part>()
  readonly #patterns = new Set<string>()
  #nodes = 0
  #instructions = 0

  constructor(schema: JsonSchema, known: SchemaPartCache) {
    this.#known = known
    this.#contentOf(schema, false)
  }

  /** Why the schema is too large; undefined if it is not. */
  get excess(): string | undefined {
    if (this.#nodes > MAX_NODES) return `must not have more than ${MAX_NODES} schemas within each other`
    if (this.#instructions <= MAX_INSTRUCTIONS) return undefined
    return `must not have patterns of more than ${MAX_INSTRUCTIONS} instructions together`
  }

  /** Call before `excess`: compiling patterns takes long. */
  *countPatterns(pace: Pace): Work {
    for (const pattern of this.#patterns) {
      if (this.excess !== undefined) return
      this.#instructions += sizeOfPattern(pattern)
      if (pace.checkClock()) yield
    }
  }

  isRepeated(part: JsonSchema): boolean {
    const found = this.#parts.get(part)
    return found !== undefined && found.first !== part
  }

  compiled(part: JsonSchema): StructuralSchema | undefined {
    return this.#parts.get(part)?.schema
  }

  keep(part: JsonSchema, compiled: StructuralSchema): void {
    const found = this.#parts.get(part)
    if (found !== undefined) found.schema = compiled
  }

  /** Call when the schema is valid. */
  remember(): void {
    this.#known.remember(this.#new)
  }

  /**
   * A string that two schemas have in common only if they are equal. `isStructural`: the schema describes a property
   * of objects, and is not an alternative of a combinator.
   */
  #contentOf(schema: JsonSchema, isStructural: boolean): string {
    this.#nodes++
    if (schema.pattern) this.#patterns.add(schema.pattern)
    if (this.excess !== undefined) return ''
    let content = '{'
    for (const name in schema) {
      const value: unknown = schema[name as keyof JsonSchema]
      if (value !== undefined) content += `${name}=${this.#valueContent(name, value)};`
    }
    content += '}'
    return isStructural && schema.properties !== undefined ? this.#partContent(schema, content) : content
  }

  #partContent(schema: JsonSchema, content: string): string {
    let part = this.#known.find(content) ?? this.#new.get(content)
    if (part === undefined) {
      part = this.#known.make(schema)
      this.#new.set(content, part)
    }
    this.#parts.set(schema, part)
    return `#${part.id}`
  }

  #valueContent(name: string, value: unknown): string {
    if (typeof value === 'string') return textContent(value)
    if (typeof value !== 'object' || value === null) return String(value)
    switch (schemaKeywords.get(name)) {
      case undefined:
        return textContent(keyOf(value))
      case 'structural':
        return isSchema(value) ? this.#contentOf(value, true) : this.#listContent(value)
      case 'properties':
        return this.#membersContent(value, true)
      case 'named':
        return this.#membersContent(value, false)
      case 'other':
        return isSchema(value) ? this.#contentOf(value, false) : this.#listContent(value)
    }
  }

  #membersContent(members: object, isStructural: boolean): string {
    let content = '{'
    for (const [name, value] of Object.entries(members)) {
      content += textContent(name)
      content += isSchema(value) ? this.#contentOf(value, isStructural) : textContent(keyOf(value))
    }
    return `${content}}`
  }

  #listContent(list: unknown): string {
    if (!Array.isArray(list)) return textContent(keyOf(list))
    const items = list.map((item) =>
      isSchema(item) ? this.#contentOf(item, false) : textContent(keyOf(item)),
    )
    return `[${items.join()}]`
  }
}

/** Length-prefixed, so that the text cannot be confused with what follows it. */
const textContent = (text: string) => `${text.length}:${text}`
