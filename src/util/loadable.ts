/** A module that is loaded when it is first needed. From then on it can be used without waiting. */
export class Loadable<M> {
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
