import { excerpt } from '#util/excerpt.js'
import type { AnyStruct, Fields, Type } from './type.js'

/**
 * The paths of fields that a value has and its description does not, in the order in which they stand or by name, and no more
 * than so many. Values of the wrong type are left for the decoder to reject.
 */
export function unknownFields(
  type: AnyStruct,
  value: unknown,
  limit: number,
  order: 'given' | 'sorted' = 'given',
): string[] {
  const search = new UnknownFields(limit, order === 'sorted')
  search.visit(type, value, undefined)
  return search.found
}

/** Where the search stands, linked from the inside out, so that what is known costs no text. */
interface Place {
  readonly outer: Place | undefined
  readonly segment: string | number
}

/** In characters. */
const MAX_NAME_LENGTH = 100

class UnknownFields {
  readonly #limit: number
  readonly #isSorted: boolean
  readonly found: string[] = []

  constructor(limit: number, isSorted: boolean) {
    this.#limit = limit
    this.#isSorted = isSorted
  }

  visit(type: Type, value: unknown, place: Place | undefined): void {
    if (typeof value !== 'object' || value === null || this.found.length >= this.#limit) return
    switch (type.kind) {
      case 'scalar':
      // Such a value has its own decoder, which is not strict.
      case 'either':
        return
      case 'list':
        if (Array.isArray(value)) this.#visitList(type.element, value, place)
        return
      case 'map':
        if (type.element.kind === 'scalar') return
        for (const name of this.#namesIn(value)) {
          this.visit(type.element, (value as Record<string, unknown>)[name], { outer: place, segment: name })
        }
        return
      case 'struct':
        if (!Array.isArray(value)) this.#visitFields(type.fields as Fields, value, place)
    }
  }

  #namesIn(value: object): string[] {
    return this.#isSorted ? Object.keys(value).sort() : Object.keys(value)
  }

  #visitList(element: Type, list: readonly unknown[], place: Place | undefined): void {
    if (element.kind === 'scalar') return
    for (let index = 0; index < list.length && this.found.length < this.#limit; index++) {
      this.visit(element, list[index], { outer: place, segment: index })
    }
  }

  #visitFields(fields: Fields, value: object, place: Place | undefined): void {
    for (const name of this.#namesIn(value)) {
      if (this.found.length >= this.#limit) return
      // Strictness is about spelling too: a name in another case is not the name.
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const fieldValue = (value as Record<string, unknown>)[name]
      if (field === undefined) this.found.push(pathTo({ outer: place, segment: name }))
      // Most fields are no objects, and need no place.
      else if (typeof fieldValue === 'object')
        this.visit(field.type, fieldValue, { outer: place, segment: name })
    }
  }
}

function pathTo(place: Place): string {
  const segments: (string | number)[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.outer) segments.push(at.segment)
  let path = ''
  for (const segment of segments.reverse()) {
    if (typeof segment === 'number') path += `[${segment}]`
    else path += path === '' ? excerpt(segment, MAX_NAME_LENGTH) : `.${excerpt(segment, MAX_NAME_LENGTH)}`
  }
  return path
}
