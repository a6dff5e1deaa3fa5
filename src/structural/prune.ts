import { excerpt } from '#util/excerpt.js'
import type { StructuralSchema } from './schema.js'
import { isJsonObject, type JsonObject } from './values.js'

/**
 * Removes unknown fields from an object in place. `apiVersion`, `kind` and `metadata` of the object and of embedded
 * objects stay. Adds the paths of removed fields to `unknown`.
 */
export function prune(schema: StructuralSchema, object: JsonObject, unknown?: UnknownFields): void {
  new Pruning(unknown).members(schema, object, true, schema.preserveUnknownFields)
}

/** The paths of unknown fields, up to a limit. */
export class UnknownFields {
  readonly #paths: string[] = []
  readonly #limit: number

  constructor(limit = 100) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.#paths.length >= this.#limit
  }

  add(path: string): void {
    if (!this.isFull) this.#paths.push(path)
  }

  /** Sorted. */
  get paths(): readonly string[] {
    return [...this.#paths].sort()
  }
}

const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])
/** In characters. */
const MAX_NAME_LENGTH = 100

class Pruning {
  readonly #unknown: UnknownFields | undefined
  readonly #steps: (string | number)[] = []

  constructor(unknown: UnknownFields | undefined) {
    this.#unknown = unknown
  }

  members(schema: StructuralSchema, value: JsonObject, isResource: boolean, keepsUnknown: boolean): void {
    const { properties, additionalProperties } = schema
    for (const name of Object.keys(value)) {
      if (isResource && RESOURCE_FIELDS.has(name)) continue
      const property = properties?.get(name)
      if (property !== undefined) this.#member(property, value, name)
      else if (typeof additionalProperties === 'object') this.#member(additionalProperties, value, name)
      else if (additionalProperties !== undefined) this.#emptyMember(value, name)
      else if (!keepsUnknown) this.#remove(value, name)
    }
  }

  #value(schema: StructuralSchema, value: unknown, keepsUnknown = schema.preserveUnknownFields): void {
    if (Array.isArray(value)) this.#items(schema, value, keepsUnknown)
    else if (isJsonObject(value)) this.members(schema, value, schema.embeddedResource, keepsUnknown)
  }

  #member(schema: StructuralSchema, value: JsonObject, name: string): void {
    const member = value[name]
    if (typeof member !== 'object' || member === null) return
    this.#steps.push(name)
    this.#value(schema, member)
    this.#steps.pop()
  }

  /** A list that preserves unknown fields preserves them in its items, too. */
  #items({ items }: StructuralSchema, list: readonly unknown[], keepsUnknown: boolean): void {
    if (items !== undefined) {
      this.#each(list, (item) => this.#value(items, item, keepsUnknown || items.preserveUnknownFields))
    } else if (!keepsUnknown) this.#each(list, (item) => this.#empty(item))
  }

  /** Nothing is known below a value without a schema. */
  #emptyMember(value: JsonObject, name: string): void {
    this.#steps.push(name)
    this.#empty(value[name])
    this.#steps.pop()
  }

  #empty(value: unknown): void {
    if (Array.isArray(value)) this.#each(value, (item) => this.#empty(item))
    else if (isJsonObject(value)) for (const name of Object.keys(value)) this.#remove(value, name)
  }

  #each(list: readonly unknown[], visit: (item: unknown) => void): void {
    const at = this.#steps.push(0) - 1
    for (let index = 0; index < list.length; index++) {
      this.#steps[at] = index
      visit(list[index])
    }
    this.#steps.pop()
  }

  #remove(value: JsonObject, name: string): void {
    delete value[name]
    if (this.#unknown === undefined || this.#unknown.isFull) return
    this.#unknown.add(pathOf([...this.#steps, name]))
  }
}

function pathOf(steps: readonly (string | number)[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? excerpt(step, MAX_NAME_LENGTH) : `.${excerpt(step, MAX_NAME_LENGTH)}`
  }
  return path
}
