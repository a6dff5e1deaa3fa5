import type { FieldError } from '#meta/field-error.js'
import type { Work } from '#util/async/slices.js'
import { excerpt } from '#util/excerpt.js'

/** A longer list would not be read, and a small body can have a million errors. */
const MAX_ERRORS = 200
/** Paths contain names that clients choose. */
const MAX_PATH_LENGTH = 500
/** The field of errors about the whole object. */
const NO_FIELD = '<nil>'

/** Stands for an error whose details are not needed. */
const ANY_ERROR: FieldError = { type: 'invalid', field: NO_FIELD }

/** The name of a map entry, which paths show as a key. */
export class MapKey {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Step = string | number | MapKey

/** The errors of a walk through a value, and its current path. Only an error joins the steps to a path. */
export class ValidationErrors {
  readonly #base: string
  readonly #steps: Step[] = []
  #found: FieldError[] = []
  /** Whether only the presence of an error counts: details take longer than the check itself. */
  #isQuiet = false

  /** `base` is the path of the walked value; empty for the object itself. */
  constructor(base = '') {
    this.#base = base
  }

  get all(): readonly FieldError[] {
    return this.#found
  }

  get count(): number {
    return this.#found.length
  }

  get isFull(): boolean {
    return this.#found.length >= MAX_ERRORS
  }

  get isQuiet(): boolean {
    return this.#isQuiet
  }

  enter(step: Step): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** The path from the walked value. */
  get path(): string {
    let path = ''
    if (this.#isQuiet) return path
    for (const step of this.#steps) {
      if (typeof step === 'number') path += `[${step}]`
      else if (step instanceof MapKey) path += `[${step.name}]`
      else path += path === '' ? step : `.${step}`
    }
    return excerpt(path, MAX_PATH_LENGTH)
  }

  /** The path with `base` in front; `<nil>` for the object itself. */
  get field(): string {
    return this.#base === '' ? this.path : this.#fieldOf(this.path)
  }

  /** Adds an error at the current path, or in a property of it. */
  add(mistake: Omit<FieldError, 'field'>, member?: string): void {
    if (this.#isQuiet) {
      this.#found.push(ANY_ERROR)
      return
    }
    if (member !== undefined) this.enter(member)
    this.#found.push({ ...mistake, field: this.#fieldOf(this.path) })
    if (member !== undefined) this.leave()
  }

  /** Adds an error without a field. */
  addRootError(detail: string, value: '' | null = ''): void {
    this.#found.push({ type: 'invalid', field: this.#base || NO_FIELD, value, detail })
  }

  addAll(errors: readonly FieldError[]): void {
    for (const error of errors) if (!this.isFull) this.#found.push(error)
  }

  /** Drops all errors after the first `count`. */
  truncate(count: number): void {
    this.#found.length = count
  }

  /** Returns the errors of a walk without adding them. */
  *collect(walk: Work): Work<readonly FieldError[]> {
    const before = this.#found
    this.#found = []
    try {
      yield* walk
      return this.#found
    } finally {
      this.#found = before
    }
  }

  /** Whether a walk finds no errors. */
  *isValid(walk: Work): Work<boolean> {
    const wasQuiet = this.#isQuiet
    this.#isQuiet = true
    try {
      return (yield* this.collect(walk)).length === 0
    } finally {
      this.#isQuiet = wasQuiet
    }
  }

  isValidSync(walk: () => void): boolean {
    const [wasQuiet, before] = [this.#isQuiet, this.#found]
    this.#isQuiet = true
    this.#found = []
    try {
      walk()
      return this.#found.length === 0
    } finally {
      this.#isQuiet = wasQuiet
      this.#found = before
    }
  }

  #fieldOf(path: string): string {
    if (this.#base === '') return path === '' ? NO_FIELD : path
    if (path === '') return this.#base
    return path.startsWith('[') ? this.#base + path : `${this.#base}.${path}`
  }
}
