import { badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import type { AnyStruct } from '#schema/type.js'
import { unknownFields } from '#schema/unknown-fields.js'

/** An answer does not grow without bounds because a body is full of nonsense. */
const MAX_REPORTED = 100

/** What a body is read as. */
export type CheckedType = ResourceName & {
  readonly schema: AnyStruct
  /** Set where the schema does not describe all of a body. */
  readonly form?: ObjectCodec | undefined
}

/** What a body was read from, which decides what is told first. */
export type BodySource = JsonSource | YamlSource | PatchSource | { readonly format: 'protobuf' }

/** All is told in the order of the text, but for defined kinds, of which members given twice are told first. */
export interface JsonSource {
  readonly format: 'json'
  /** What a strict reader of the text says; undefined where no member is given twice, and nothing else was looked for. */
  readonly errors: readonly string[] | undefined
}

/** Keys that are given twice are told first, as one mistake; then the rest by name, because maps have no order. */
export interface YamlSource {
  readonly format: 'yaml'
  /** A line for each of the keys. */
  readonly repeated: readonly string[]
}

/** What is wrong with the patch itself is told first, then what it brings into the object. */
export interface PatchSource {
  readonly format: 'patch'
  readonly complaints: readonly string[]
  /** Whether the rest is told in the order of the texts, and not by name from the outside in. */
  readonly isStrategic: boolean
}

/** Looks for members of a body that would be dropped without a word, for clients that want to know. */
export class FieldCheck {
  readonly #strict: boolean
  readonly #source: BodySource
  #warnings: readonly string[] = []

  constructor(level: 'Warn' | 'Strict', source: BodySource) {
    this.#strict = level === 'Strict'
    this.#source = source
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

  /**
   * The same for what is applied, which is YAML whatever it looks like. Members that the kind does not have are looked for only
   * where that is said, because they cannot be applied to most kinds anyway.
   */
  checkApplied(type: CheckedType, applied: unknown): void {
    const repeated = this.#source.format === 'yaml' ? this.#source.repeated : []
    if (this.#strict && repeated.length > 0) {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${yamlError(repeated)}`)
    }
    if (type.form !== undefined) this.check(type, applied)
    else this.#warnings = repeated
  }

  /** What makes a strict check fail. */
  #look(type: CheckedType, body: unknown): string | undefined {
    const repeated = this.#source.format === 'yaml' ? this.#source.repeated : []
    const others = this.#find(type, body).slice(0, MAX_REPORTED - repeated.length)
    if (!this.#strict) this.#warnings = [...repeated, ...others]
    else if (repeated.length + others.length > 0) {
      const errors = repeated.length === 0 ? others : [yamlError(repeated), ...others]
      return `strict decoding error: ${errors.join(', ')}`
    }
    return undefined
  }

  #find({ schema, form }: CheckedType, body: unknown): readonly string[] {
    const source = this.#source
    const isJson = source.format === 'json'
    if (isJson && form === undefined && source.errors !== undefined) return source.errors
    const paths =
      form?.unknownFields(body, MAX_REPORTED) ??
      unknownFields(schema, body, MAX_REPORTED, isJson ? 'given' : 'sorted')
    const unknown = paths.map((path) => `unknown field "${path}"`)
    switch (source.format) {
      case 'json':
        return [...(source.errors ?? []), ...unknown]
      case 'patch':
        if (source.isStrategic) unknown.sort()
        return [...source.complaints, ...unknown]
      default:
        return unknown
    }
  }
}

const yamlError = (lines: readonly string[]) =>
  `yaml: unmarshal errors:\n${lines.map((line) => `  ${line}`).join('\n')}`
