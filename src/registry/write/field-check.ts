import { badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { Patch } from '#patch/patch.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import type { AnyStruct } from '#schema/type.js'
import { unknownFields } from '#schema/unknown-fields.js'
import type { GroupConventions } from '../group-conventions.js'
import { unfitPatch } from './decoding/unfit-patch.js'

/** Limits the size of the response to a body that is full of errors. */
const MAX_REPORTED = 100

/** The type of a body. */
export type CheckedType = ResourceName & {
  readonly schema: AnyStruct
  /** Set if the schema does not describe the whole body. */
  readonly codec?: ObjectCodec | undefined
  /** Errors of the first groups name the object of a patch. */
  readonly conventions?: Pick<GroupConventions, 'legacyErrors'>
}

/** The source of a body. It decides the order of the reported errors. */
export type BodySource = JsonSource | YamlSource | PatchSource | { readonly format: 'protobuf' }

/** Errors come in the order of the text, except for custom resources: there duplicate fields come first. */
export interface JsonSource {
  readonly format: 'json'
  /** The errors of strict parsing; undefined if there are no duplicate fields and nothing else was checked. */
  readonly errors: readonly string[] | undefined
}

/** Duplicate keys come first, as one error; then the rest by name, because maps have no order. */
export interface YamlSource {
  readonly format: 'yaml'
  /** One message for each key. */
  readonly repeated: readonly string[]
}

/** Errors of the patch itself come first, then those of the patched object. */
export interface PatchSource {
  readonly format: 'patch'
  readonly complaints: readonly string[]
  /** Whether the rest comes in the order of the text instead of by name and depth. */
  readonly isStrategic: boolean
}

/** Finds fields of a body that would be dropped silently, for `fieldValidation`. */
export class FieldCheck {
  readonly #strict: boolean
  readonly #source: BodySource
  #warnings: readonly string[] = []

  constructor(level: 'Warn' | 'Strict', source: BodySource) {
    this.#strict = level === 'Strict'
    this.#source = source
  }

  /** The warnings for the client. */
  get warnings(): readonly string[] {
    return this.#warnings
  }

  /** Throws `badRequest` when fields are found and the check is strict. */
  check(type: CheckedType, body: unknown): void {
    const error = this.#findError(type, body)
    if (error === undefined) return
    const { kind, version } = type
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error}`)
  }

  /** The same for a patched object. Throws `invalid`, because the patch itself is well-formed. */
  checkPatched(type: CheckedType, name: string, patch: Patch, patched: unknown): void {
    const error = this.#findError(type, patched)
    if (error === undefined) return
    if (!type.conventions?.legacyErrors) throw unfitPatch(patch, patched, error)
    const errors = new FieldErrors()
    errors.invalid('patch', patched, error)
    throw invalid(type, name, errors.all)
  }

  /** The same for an apply, whose body is always YAML. Its unknown fields are rejected at any level. */
  checkApplied(): void {
    const repeated = this.#source.format === 'yaml' ? this.#source.repeated : []
    if (this.#strict && repeated.length > 0) {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${yamlError(repeated)}`)
    }
    this.#warnings = repeated
  }

  /** The error of a strict check. */
  #findError(type: CheckedType, body: unknown): string | undefined {
    const repeated = this.#source.format === 'yaml' ? this.#source.repeated : []
    const others = this.#find(type, body).slice(0, MAX_REPORTED - repeated.length)
    if (!this.#strict) this.#warnings = [...repeated, ...others]
    else if (repeated.length + others.length > 0) {
      const errors = repeated.length === 0 ? others : [yamlError(repeated), ...others]
      return `strict decoding error: ${errors.join(', ')}`
    }
    return undefined
  }

  #find({ schema, codec }: CheckedType, body: unknown): readonly string[] {
    const source = this.#source
    const isJson = source.format === 'json'
    if (isJson && codec === undefined && source.errors !== undefined) return source.errors
    const paths =
      codec?.unknownFields(body, MAX_REPORTED) ??
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
