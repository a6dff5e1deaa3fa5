import type { Json } from '#test/support/client.js'

/** An object, and the values that the server gives to fields which it leaves out. */
export interface DefaultsExample {
  readonly object: Json
  /** By path. */
  readonly values: Readonly<Record<string, unknown>>
}

export const defaultsOf = (object: Json, values: Readonly<Record<string, unknown>>): DefaultsExample => ({
  object,
  values,
})

/** A value that depends on the object, and what it is in words. */
export class Derived {
  readonly words: string
  readonly value: unknown

  constructor(words: string, value: unknown) {
    this.words = words
    this.value = value
  }
}

export const derived = (words: string, value: unknown) => new Derived(words, value)

export const object =
  (apiVersion: string, kind: string) =>
  (content: Json = {}): Json => ({ apiVersion, kind, ...content })
