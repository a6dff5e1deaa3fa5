import type { CompiledSchemaCache } from '#structural/compile.js'
import type { JsonSchema } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import { keyOf } from '#structural/values.js'
import { linearPattern, PatternError } from '#util/linear-pattern.js'
import type { Pace, Work } from '#util/slices.js'
import type { KnownParts, Part } from './known-parts.js'
import { isSchema, schemaMembers } from './members.js'

/**
 * What a schema may be made of at most. The largest of known projects have some twenty thousand nodes; what is beyond
 * would take more memory and time than a server has for all its definitions.
 */
export const MAX_NODES = 50_000
/** Instructions of all regular expressions together: up to two seconds to compile, where classes are large. */
export const MAX_INSTRUCTIONS = 100_000

/** In instructions. What is no expression has no size, and is told elsewhere. */
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
  /** Whether the part needs no check, because one with the same content is checked or known to have no problems. */
  isRepeated(part: JsonSchema): boolean
}

/** Every part is checked, and compiled, for itself. */
export const NO_PARTS: SchemaCache = {
  isRepeated: () => false,
  compiled: () => undefined,
  keep: () => {},
}

/**
 * Goes through all of a schema once: counts what it is made of, and finds the parts that are the same as others. A part is
 * a schema of an object that stands below the root as a property, an item or the value of a map.
 */
export class Survey implements SchemaCache {
  readonly #known: KnownParts
  readonly #parts = new Map<JsonSchema, Part>()
  /** Those that are not known, by content. */
  readonly #new = new Map<string, Part>()
  readonly #patterns = new Set<string>()
  #nodes = 0
  #instructions = 0

  constructor(schema: JsonSchema, known: KnownParts) {
    this.#known = known
    this.#contentOf(schema, false)
  }

  /** Why the schema is too much to be looked at any further; undefined for one that is not. */
  get excess(): string | undefined {
    if (this.#nodes > MAX_NODES) return `must not have more than ${MAX_NODES} schemas within each other`
    if (this.#instructions <= MAX_INSTRUCTIONS) return undefined
    return `must not have patterns of more than ${MAX_INSTRUCTIONS} instructions together`
  }

  /** To be done before it is known whether there is an excess: compiling patterns takes long. */
  *countPatterns(pace: Pace): Work {
    for (const pattern of this.#patterns) {
      if (this.excess !== undefined) return
      this.#instructions += sizeOfPattern(pattern)
      if (pace.look()) yield
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

  /** To be called when the schema was found to have no problems. */
  remember(): void {
    this.#known.remember(this.#new)
  }

  /**
   * Text that two schemas have in common only if they say the same. `isStructural`: the schema describes a member of
   * objects, and is not one of the alternatives that a value may be.
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
    switch (schemaMembers.get(name)) {
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

/** Behind its length, so that nothing in the text can be taken for what follows it. */
const textContent = (text: string) => `${text.length}:${text}`
