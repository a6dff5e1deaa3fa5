import { badRequest, invalid } from '../../meta/api-error.js'
import { FieldErrors } from '../../meta/field-errors.js'
import type { ResourceName } from '../../meta/resource.js'
import type { AnyStruct } from '../../schema/type.js'
import { unknownFields } from '../../schema/unknown-fields.js'
import type { ObjectForm } from '../object-form.js'

/** An answer does not grow without bounds because a body is full of nonsense. */
const MAX_TOLD = 100

/** What a body is read as. */
export type CheckedType = ResourceName & {
  readonly schema: AnyStruct
  /** Set where the schema does not describe all of a body. */
  readonly form?: ObjectForm | undefined
}

/** Looks for members of a body that would be dropped without a word, for clients that want to know. */
export class FieldCheck {
  readonly #strict: boolean
  readonly #complaints: readonly string[]
  #warnings: readonly string[] = []

  /** `complaints` are what is known to be wrong with the body whatever it is about, such as members given twice. */
  constructor(level: 'Warn' | 'Strict', complaints: readonly string[]) {
    this.#strict = level === 'Strict'
    this.#complaints = complaints
  }

  /** What the client is to be warned of. */
  get warnings(): readonly string[] {
    return this.#warnings
  }

  /** Throws `badRequest` when members are found and the check is strict. */
  check(type: CheckedType, body: unknown): void {
    const problem = this.#look(type, body)
    if (problem === undefined) return
    const { kind, version } = type
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${problem}`)
  }

  /** The same for what a patch makes of an object: it can be read, but not be done, so `invalid` is thrown. */
  checkPatched(type: CheckedType, name: string, patched: unknown): void {
    const problem = this.#look(type, patched)
    if (problem === undefined) return
    const errors = new FieldErrors()
    errors.invalid('patch', patched, problem)
    throw invalid(type, name, errors.all)
  }

  /** What makes a strict check fail. */
  #look({ schema, form }: CheckedType, body: unknown): string | undefined {
    const paths = form?.unknownFields(body, MAX_TOLD) ?? unknownFields(schema, body, MAX_TOLD)
    const unknown = paths.map((path) => `unknown field "${path}"`)
    const found = [...this.#complaints, ...unknown].slice(0, MAX_TOLD)
    if (found.length > 0 && this.#strict) return `strict decoding error: ${found.join(', ')}`
    this.#warnings = found
    return undefined
  }
}
