/** Calls `make` at the first call and returns the same value from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The cache is cleared when this many headers are in it. */
const CAPACITY = 256
/** Longer headers are not cached. */
const LONGEST = 512

/** Caches the result of `parse` by header value: clients send the same headers with every request. */
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

/** Makes a value at the first call, once. A failure is retried at the next call. */
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

/** Makes a value for each object at the first call, and keeps it as long as the object lives. */
export function perObject<K extends object, V extends object | string | undefined>(
  make: (key: K) => V,
): (key: K) => V {
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

/** A module that is loaded on first use, and synchronous from then on. */
export class LazyModule<M> {
  readonly #import: () => Promise<M>
  #module: M | undefined
  #loading: Promise<void> | undefined

  constructor(load: () => Promise<M>) {
    this.#import = load
  }

  /** Undefined if it is loaded. A failure is retried at the next call. */
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

  /** Call `load` before. */
  get module(): M {
    if (this.#module === undefined) throw new Error('the module is not loaded')
    return this.#module
  }
}
