import type { JsonSchema } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'

/** All parts of schemas with the same content. */
export interface Part {
  /** Stands for the part in the content of enclosing parts. */
  readonly id: number
  /** The place where the part is checked for all others; undefined once it is known to be valid. */
  first: JsonSchema | undefined
  /** Undefined until the part is compiled. */
  schema: StructuralSchema | undefined
}

/** The limit of cached content in characters: some tens of definitions. */
const MAX_CONTENT_BYTES = 256 * 1024
/** Definitions come together, when a project is installed. The cache is dropped after so long without one. */
const FORGOTTEN_AFTER_MS = 60_000

/**
 * Valid parts of schemas by content. Schemas repeat parts, their own and each other's: spec and status, versions of a
 * definition, references and templates of a project. A cached part is not checked or compiled again.
 */
export class SchemaPartCache {
  readonly #parts = new Map<string, Part>()
  #size = 0
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  find(content: string): Part | undefined {
    return this.#parts.get(content)
  }

  /** A new part, not cached before `remember`. */
  make(first: JsonSchema): Part {
    return { id: ++this.#lastId, first, schema: undefined }
  }

  /** Parts refer to nested parts, so that all are dropped at once. */
  remember(parts: ReadonlyMap<string, Part>): void {
    if (this.#size > MAX_CONTENT_BYTES) this.#forget()
    for (const [content, part] of parts) {
      part.first = undefined
      this.#parts.set(content, part)
      this.#size += content.length
    }
    this.#timer ??= setTimeout(() => this.#forget(), FORGOTTEN_AFTER_MS).unref()
    this.#timer.refresh()
  }

  #forget(): void {
    this.#parts.clear()
    this.#size = 0
  }
}
