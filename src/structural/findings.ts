import type { FieldError } from '#meta/field-error.js'
import { excerpt } from '#util/excerpt.js'
import type { Work } from '#util/slices.js'

/** What a list of findings holds at most: more would not be read, and a small body can hold a million mistakes. */
const MAX_FINDINGS = 200
/** Names in paths are those of clients. */
const MAX_PATH_LENGTH = 500
/** What mistakes of the whole object are said to be in. */
const NOWHERE = '<nil>'

/** Stands for a mistake of which no words are needed. */
const ANY_ERROR: FieldError = { type: 'invalid', field: NOWHERE }

/** The name of a member of a map, where paths show it as a key. */
export class MapKey {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Step = string | number | MapKey

/** Where a walk through a value stands, and the mistakes that it has found. Only a mistake puts steps together to a path. */
export class Findings {
  readonly #base: string
  readonly #steps: Step[] = []
  #found: FieldError[] = []
  /** Whether it only counts that there is a mistake: words take longer than the check that finds none. */
  #isQuiet = false

  /** `base` is the path of the value that is walked through; nothing, where that is the object itself. */
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
    return this.#found.length >= MAX_FINDINGS
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

  /** The way from the value that is walked through. */
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

  /** The same with the path of that value in front; nothing for an object itself. */
  get field(): string {
    return this.#base === '' ? this.path : this.#fieldOf(this.path)
  }

  /** A mistake at this place, or in a member of it. */
  add(mistake: Omit<FieldError, 'field'>, member?: string): void {
    if (this.#isQuiet) {
      this.#found.push(ANY_ERROR)
      return
    }
    if (member !== undefined) this.enter(member)
    this.#found.push({ ...mistake, field: this.#fieldOf(this.path) })
    if (member !== undefined) this.leave()
  }

  /** A mistake that has no field of its own. */
  addRootError(detail: string, value: '' | null = ''): void {
    this.#found.push({ type: 'invalid', field: this.#base || NOWHERE, value, detail })
  }

  addAll(findings: readonly FieldError[]): void {
    for (const finding of findings) if (!this.isFull) this.#found.push(finding)
  }

  /** Forgets what was found after there were so many. */
  forgetAfter(count: number): void {
    this.#found.length = count
  }

  /** What is found meanwhile, and only that. */
  *apart(walk: Work): Work<readonly FieldError[]> {
    const before = this.#found
    this.#found = []
    try {
      yield* walk
      return this.#found
    } finally {
      this.#found = before
    }
  }

  /** Whether nothing is found meanwhile. */
  *isSilent(walk: Work): Work<boolean> {
    const wasQuiet = this.#isQuiet
    this.#isQuiet = true
    try {
      return (yield* this.apart(walk)).length === 0
    } finally {
      this.#isQuiet = wasQuiet
    }
  }

  isSilentAtOnce(walk: () => void): boolean {
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
    if (this.#base === '') return path === '' ? NOWHERE : path
    if (path === '') return this.#base
    return path.startsWith('[') ? this.#base + path : `${this.#base}.${path}`
  }
}
