import { describeValue } from '#schema/decode-error.js'
import { setOwn } from '#schema/json-object.js'
import { END, formatPointer, isWithin, type Pointer, positionOf } from './json-pointer.js'
import { deepEqual, type JsonObject, MAX_DEPTH, ownProperty } from './json-value.js'
import { shallowCopy, WorkBudget } from './work-budget.js'

/** The document is not as an operation needs it. */
export class TypeMismatch extends Error {
  override readonly name = 'Misfit'
}

/**
 * In characters of JSON. As much as a body may hold: a patch may copy what it could have sent. Without the
 * limit, thirty copies of a document into itself make a billion of it.
 */
const MAX_COPIED = 3 * 1024 * 1024

/** In values: what is copied has to be decoded and encoded like what is sent. */
const MAX_COPIED_VALUES = 100_000

/**
 * Elements that move up or down because one in front of them comes or goes. Ten thousand operations at the
 * front of a long list would otherwise take seconds; this many moves take some milliseconds.
 */
const MAX_SHIFTED = 5_000_000

type Container = JsonObject | unknown[]

/**
 * A document under change. The original is never touched: a container is copied the first time something in
 * it changes, and what was copied once belongs to the draft and is changed in place from then on.
 */
export class Draft {
  #root: unknown
  readonly #owned = new Set<Container>()
  readonly #budget = new WorkBudget()
  #copied = 0
  #copiedValues = 0
  #shifted = 0

  constructor(document: unknown) {
    this.#root = document
  }

  get document(): unknown {
    return this.#root
  }

  /** The value at the place. Undefined when all of the way is there but the last property. */
  find(pointer: Pointer): unknown {
    let value = this.#root
    for (let depth = 0; depth < pointer.length; depth++) {
      value = valueAt(containerAt(value, pointer, depth), pointer, depth)
    }
    return value
  }

  add(pointer: Pointer, value: unknown): void {
    const token = pointer.at(-1)
    if (token === undefined) {
      this.#root = value
      return
    }
    const container = this.#open(pointer)
    if (!Array.isArray(container)) {
      setOwn(container, token, value)
      return
    }
    const position = token === END ? container.length : positionOf(token, container.length)
    if (position === undefined) throw noElement(pointer, container.length)
    this.#shift(container.length - position)
    container.splice(position, 0, value)
  }

  remove(pointer: Pointer): unknown {
    const token = pointer.at(-1)
    if (token === undefined) throw new TypeMismatch('the whole document cannot be removed')
    const container = this.#open(pointer)
    const value = existing(container, pointer)
    if (Array.isArray(container)) {
      const position = Number(token)
      this.#shift(container.length - position)
      container.splice(position, 1)
    } else {
      delete container[token]
    }
    return value
  }

  replace(pointer: Pointer, value: unknown): void {
    const token = pointer.at(-1)
    if (token === undefined) {
      this.#root = value
      return
    }
    const container = this.#open(pointer)
    existing(container, pointer)
    if (Array.isArray(container)) container[Number(token)] = value
    else setOwn(container, token, value)
  }

  move(from: Pointer, to: Pointer): void {
    // What stays where it is need not be taken out, and the whole document cannot be.
    if (from.length === to.length && isWithin(from, to)) this.#get(from)
    else this.add(to, this.remove(from))
  }

  copy(from: Pointer, to: Pointer): void {
    const value = this.#get(from)
    // The copy shares nothing with what it was made from: the draft changes its own containers in place.
    this.add(to, this.#clone(value, MAX_DEPTH))
  }

  /**
   * Whether the value at the place is this one. Null and absent mean the same to the API, so a test for null
   * is how clients ask that a property is not there.
   */
  matches(pointer: Pointer, expected: unknown): boolean {
    return deepEqual(this.find(pointer) ?? null, expected, this.#budget)
  }

  #get(pointer: Pointer): unknown {
    const value = this.find(pointer)
    if (value === undefined) throw nothingAt(pointer, pointer.length)
    return value
  }

  /** The container that holds the place, and all around it, as the draft's own. */
  #open(pointer: Pointer): Container {
    this.#root = this.#own(this.#root)
    let value = this.#root
    for (let depth = 0; depth < pointer.length - 1; depth++) {
      const container = containerAt(value, pointer, depth)
      const inner = valueAt(container, pointer, depth)
      if (inner === undefined) throw nothingAt(pointer, depth + 1)
      value = this.#own(inner)
      if (value === inner) continue
      if (Array.isArray(container)) container[Number(pointer[depth])] = value
      else setOwn(container, pointer[depth] as string, value)
    }
    return containerAt(value, pointer, pointer.length - 1)
  }

  #own(value: unknown): unknown {
    if (!isContainer(value) || this.#owned.has(value)) return value
    const own = Array.isArray(value) ? value.slice() : shallowCopy(value, this.#budget)
    this.#owned.add(own)
    return own
  }

  #shift(elements: number): void {
    this.#shifted += elements
    if (this.#shifted > MAX_SHIFTED) throw new TypeMismatch('the patch moves too many elements of lists')
  }

  #clone(value: unknown, levels: number): unknown {
    this.#copied += typeof value === 'string' ? value.length + 2 : 2
    if (this.#copied > MAX_COPIED) throw new TypeMismatch(`a patch may copy at most ${MAX_COPIED} characters`)
    if (++this.#copiedValues > MAX_COPIED_VALUES) {
      throw new TypeMismatch(`a patch may copy at most ${MAX_COPIED_VALUES} values`)
    }
    if (!isContainer(value)) return value
    if (levels === 0) throw new TypeMismatch(`what is copied nests more than ${MAX_DEPTH} levels deep`)
    if (Array.isArray(value)) return value.map((element) => this.#clone(element, levels - 1))
    const copy: JsonObject = {}
    for (const name of Object.keys(value)) {
      this.#copied += name.length + 3
      setOwn(copy, name, this.#clone(value[name], levels - 1))
    }
    return copy
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** The value at the first `depth` tokens, which must be something that has properties. */
function containerAt(value: unknown, pointer: Pointer, depth: number): Container {
  if (value === undefined) throw nothingAt(pointer, depth)
  if (isContainer(value)) return value
  throw new TypeMismatch(`${formatPointer(pointer, depth)} is ${describeValue(value)}, which has no members`)
}

function valueAt(container: Container, pointer: Pointer, depth: number): unknown {
  const token = pointer[depth] as string
  if (!Array.isArray(container)) return ownProperty(container, token)
  const position = positionOf(token, container.length - 1)
  if (position === undefined) throw noElement(pointer, container.length, depth)
  return container[position]
}

function existing(container: Container, pointer: Pointer): unknown {
  const value = valueAt(container, pointer, pointer.length - 1)
  if (value === undefined) throw nothingAt(pointer, pointer.length)
  return value
}

function nothingAt(pointer: Pointer, tokens: number): TypeMismatch {
  return new TypeMismatch(`there is nothing at ${formatPointer(pointer, tokens)}`)
}

function noElement(pointer: Pointer, length: number, depth = pointer.length - 1): TypeMismatch {
  const token = JSON.stringify((pointer[depth] as string).slice(0, 40))
  return new TypeMismatch(`${token} is no position in ${formatPointer(pointer, depth)}, a list of ${length}`)
}
