/** A function that makes its value at the first call and returns the same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Every distinct header takes a place; when all are taken the memory starts afresh. */
const CAPACITY = 256
/** Longer headers are parsed each time, so that the memory holds at most 256 times this many characters. */
const LONGEST = 512

/**
 * Remembers what `parse` makes of a header. Headers repeat: a client sends the same ones with every request, so each is
 * parsed once and its meaning is looked up from then on.
 */
export function memoized<T extends object | string | undefined>(
  parse: (header: string) => T,
): (header: string) => T {
  const known = new Map<string, T>()
  return (header) => {
    const meaning = known.get(header)
    if (meaning !== undefined || known.has(header)) return meaning as T
    const parsed = parse(header)
    if (header.length <= LONGEST) {
      if (known.size >= CAPACITY) known.clear()
      known.set(header, parsed)
    }
    return parsed
  }
}

/** Makes something when it is first asked for, once. What could not be made is tried again the next time. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** A function that makes a value for each object at its first call, and holds the value as long as the object lives. */
export function perObject<K extends object, V extends object>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}

/** A module that is loaded when it is first needed. From then on it can be used without waiting. */
export class LazyModule<M> {
  readonly #import: () => Promise<M>
  #module: M | undefined
  #loading: Promise<void> | undefined

  constructor(load: () => Promise<M>) {
    this.#import = load
  }

  /** Undefined when there is nothing to wait for. What could not be loaded is tried again the next time. */
  load(): Promise<void> | undefined {
    if (this.#module !== undefined) return undefined
    this.#loading ??= this.#import().then(
      (module) => {
        this.#module = module
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }

  /** Has to be loaded before. */
  get module(): M {
    if (this.#module === undefined) throw new Error('the module is not loaded')
    return this.#module
  }
}
