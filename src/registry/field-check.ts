import { badRequest } from '../meta/api-error.js'
import type { ResourceName } from '../meta/resource.js'
import type { AnyStruct } from '../schema/type.js'
import { unknownFields } from '../schema/unknown-fields.js'

/** An answer does not grow without bounds because a body is full of nonsense. */
const MAX_TOLD = 100

/** Looks for members of a body that would be dropped without a word, for clients that want to know. */
export class FieldCheck {
  readonly #strict: boolean
  readonly #duplicates: readonly string[]
  #warnings: readonly string[] = []

  /** `duplicates` are the paths of members that the body gave more than once. */
  constructor(level: 'Warn' | 'Strict', duplicates: readonly string[]) {
    this.#strict = level === 'Strict'
    this.#duplicates = duplicates
  }

  /** What the client is to be warned of. */
  get warnings(): readonly string[] {
    return this.#warnings
  }

  /** Throws `badRequest` when members are found and the check is strict. */
  check({ kind, version, schema }: ResourceName & { readonly schema: AnyStruct }, body: unknown): void {
    const found = [
      ...this.#duplicates.map((path) => `duplicate field "${path}"`),
      ...unknownFields(schema, body).map((path) => `unknown field "${path}"`),
    ].slice(0, MAX_TOLD)
    if (found.length > 0 && this.#strict) {
      throw badRequest(
        `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${found.join(', ')}`,
      )
    }
    this.#warnings = found
  }
}
