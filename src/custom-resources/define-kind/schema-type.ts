/** A kind cannot be served. The message is one line for users. */
export class KindError extends Error {
  override readonly name = 'KindError'
}

/** Types of values, computed from the types of schemas. */

/** A JSON Schema, written by hand or with TypeBox. */
export type JsonSchemaSource = object

/** A schema that implements Standard JSON Schema, as Zod does. */
export interface StandardSchemaSource {
  readonly '~standard': {
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}

export type SchemaSource = JsonSchemaSource | StandardSchemaSource

/** The values that a schema allows. */
export type ValueOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer T } | undefined }
}
  ? T
  : S extends { readonly static: infer T }
    ? T
    : FromJson<S>

/** The values before defaults are set. */
export type InputValueOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly input: infer T } | undefined }
}
  ? T
  : ValueOf<S>

type FromJson<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] }
      ? FromJson<A>
      : S extends { readonly oneOf: readonly (infer A)[] }
        ? FromJson<A>
        : S extends { readonly allOf: infer A extends readonly unknown[] }
          ? FromEach<A>
          : S extends { readonly type: readonly (infer T)[] }
            ? FromType<T, S>
            : S extends { readonly type: infer T }
              ? FromType<T, S>
              : unknown

type FromEach<A extends readonly unknown[]> = A extends readonly [infer First, ...infer Rest]
  ? FromJson<First> & FromEach<Rest>
  : unknown

type FromType<T, S> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? S extends { readonly items: infer I }
            ? FromJson<I>[]
            : unknown[]
          : T extends 'object'
            ? FromObject<S>
            : unknown

type FromObject<S> = S extends { readonly properties: infer P }
  ? Simplified<
      { -readonly [K in keyof P as K extends RequiredIn<S> ? K : never]: FromJson<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredIn<S> ? never : K]?: FromJson<P[K]> | undefined
      }
    >
  : S extends { readonly additionalProperties: infer A extends object }
    ? Record<string, FromJson<A>>
    : S extends { readonly patternProperties: Readonly<Record<string, infer A>> }
      ? Record<string, FromJson<A>>
      : Record<string, unknown>

type RequiredIn<S> = S extends { readonly required: readonly (infer R)[] } ? R : never

type Simplified<T> = { [K in keyof T]: T[K] }
