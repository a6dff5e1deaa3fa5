import type { JsonSchema } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'

/** All parts of schemas that have the same content. */
export interface Part {
  /** Stands for the part in the content of parts around it. */
  readonly id: number
  /** Where the part is checked for all its other places; undefined once it is known to have no problems. */
  first: JsonSchema | undefined
  /** Undefined until the part is compiled. */
  schema: StructuralSchema | undefined
}

/** Characters of content that are remembered: what some tens of definitions say. What recurs is soon known again. */
const MAX_CONTENT_BYTES = 256 * 1024
/** Definitions come together, when a project is installed. After so long without one nothing is remembered any more. */
const FORGOTTEN_AFTER_MS = 60_000

/**
 * Parts of schemas in which no problem was found, by their content. Schemas repeat themselves, and each other: what is
 * wanted of an object and what is observed, the versions of a definition, references and templates in all definitions of a
 * project. A part that is known need not be checked again, and is compiled already.
 */
export class KnownParts {
  readonly #parts = new Map<string, Part>()
  #size = 0
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  find(content: string): Part | undefined {
    return this.#parts.get(content)
  }

  /** A part that is not known before it is remembered. */
  make(first: JsonSchema): Part {
    return { id: ++this.#lastId, first, schema: undefined }
  }

  /** Parts refer to the parts within them, so that all are forgotten at once. */
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
