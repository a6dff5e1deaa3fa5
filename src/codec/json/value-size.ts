import { OversizedBody } from '#codec/codec.js'
import {
  FEW_PROPERTIES,
  LOOKUP_PARTS,
  MAX_PARTS,
  MAX_PROPERTY_NAMES,
  tooManyParts,
  tooManyPropertyNames,
} from './size.js'

/** As much as a body may hold, in characters of texts and names. */
const MAX_CHARACTERS = 3 * 1024 * 1024

/** Throws `OversizedBody` when a value of JSON is made of more than a body may be, counted as in a body. */
export function expectReadableValue(value: unknown): void {
  new ValueScan().add(value)
}

class ValueScan {
  readonly #names = new Set<string>()
  readonly #ownedNames = new Set<string>()
  #parts = 0
  #characters = 0

  add(value: unknown): void {
    if (typeof value === 'string') this.#countText(value)
    if (typeof value !== 'object' || value === null) return
    this.#count(1)
    if (Array.isArray(value)) {
      this.#count(value.length)
      for (const element of value) this.add(element)
      return
    }
    let properties = 0
    for (const name in value) {
      const property = (value as Record<string, unknown>)[name]
      if (property === undefined) continue
      this.#countText(name)
      this.#count(++properties > FEW_PROPERTIES ? 1 + LOOKUP_PARTS : 1)
      const names = name.charAt(1) === ':' ? this.#ownedNames : this.#names
      if (names.add(name).size > MAX_PROPERTY_NAMES) throw tooManyPropertyNames()
      this.add(property)
    }
  }

  #count(parts: number): void {
    this.#parts += parts
    if (this.#parts > MAX_PARTS) throw tooManyParts()
  }

  #countText({ length }: string): void {
    this.#characters += length
    if (this.#characters > MAX_CHARACTERS)
      throw new OversizedBody(`it has more than ${MAX_CHARACTERS} characters`)
  }
}
