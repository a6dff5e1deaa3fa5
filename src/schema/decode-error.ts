import { excerpt } from '#util/excerpt.js'
import type { AnyStruct, Type } from './type.js'

/** A value does not fit its description. `path` leads from the decoded root to the field at fault. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly #segments: (string | number)[] = []
  readonly reason: string
  /** The fields on the path, from the root on; positions and keys are left out. */
  readonly fields: { readonly struct: AnyStruct; readonly name: string }[] = []
  /** The input and the expected type; undefined if the decoder does not say. */
  mismatch: { readonly type: Type; readonly input: unknown } | undefined

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }

  /** Called first, at the value. */
  at(type: Type, input: unknown): this {
    this.mismatch ??= { type, input }
    return this
  }

  /** Called on the way out, for the field of a struct. */
  withinField(struct: AnyStruct, name: string): this {
    this.fields.unshift({ struct, name })
    return this.within(name)
  }

  /** Called on the way out, from the innermost field to the root. */
  within(segment: string | number): this {
    this.#segments.unshift(segment)
    this.message = `${this.path}: ${this.reason}`
    return this
  }

  get path(): string {
    let path = ''
    for (const segment of this.#segments) {
      if (typeof segment === 'number') path += `[${segment}]`
      else path += path === '' ? excerpt(segment) : `.${excerpt(segment)}`
    }
    return path
  }
}

/** Describes a JSON value in messages. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    case 'number':
      return `the number ${value}`
    case 'boolean':
      return String(value)
    default:
      return 'an object'
  }
}
