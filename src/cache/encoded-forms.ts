import type { CachedObject } from './cached-object.js'

/** The encodings of one object, by the number of their form. */
type Forms = (Buffer | undefined)[]

/** How many bytes are kept at least as long as they are used; twice as many may be held for a while. */
const CAPACITY = 32 * 1024 * 1024
/** What the bookkeeping of one encoding takes, roughly. */
const OVERHEAD = 160

/**
 * Objects in other forms than JSON, kept so that the second reader costs no encoding.
 *
 * There are two generations. What is used is in the young one; when that is full it becomes the old one, and what was
 * not used since the last time is forgotten. So the bound on memory costs no list of what was used when.
 */
export class EncodedForms {
  readonly #capacity: number
  #young = new Map<CachedObject, Forms>()
  #old = new Map<CachedObject, Forms>()
  #size = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** The object's encoding in a form, made by `encode` unless it is kept. */
  get(object: CachedObject, form: number, encode: (object: CachedObject) => Buffer): Buffer {
    const forms = this.#formsOf(object)
    const kept = forms[form]
    if (kept !== undefined) return kept
    const encoded = encode(object)
    forms[form] = encoded
    this.#grow(encoded.length + OVERHEAD)
    return encoded
  }

  #formsOf(object: CachedObject): Forms {
    const young = this.#young.get(object)
    if (young !== undefined) return young
    const forms = this.#old.get(object) ?? []
    this.#young.set(object, forms)
    for (const kept of forms) if (kept !== undefined) this.#size += kept.length + OVERHEAD
    return forms
  }

  #grow(size: number): void {
    this.#size += size
    if (this.#size <= this.#capacity) return
    this.#old = this.#young
    this.#young = new Map()
    this.#size = 0
  }
}
