/** Why something is not in order, one line for a person; undefined when it is. */
export type HealthCheck = () => string | undefined

/** What a person should know although all is in order; undefined when there is nothing. */
export type HealthNote = () => string | undefined

export interface HealthResult {
  readonly name: string
  /** Left out where there is nothing to say. */
  readonly note?: string
  /** Undefined when the check passed. */
  readonly failure: string | undefined
  /** Whether everyone may read the failure in a report. It is always told where the check is asked alone. */
  readonly tells: boolean
  /** The request has left the check out. */
  readonly isExcluded?: boolean
}

export interface HealthReport {
  readonly healthy: boolean
  readonly results: readonly HealthResult[]
  /** The names that should be left out but that no check has, sorted. */
  readonly unknown: readonly string[]
}

/** The named checks of one endpoint, such as `readyz`. Every server passes `ping`. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>([['ping', () => undefined]])
  readonly #notes = new Map<string, HealthNote>()
  readonly #withheld = new Set<string>()
  /** Called with the result of each check that is run. */
  onRun: ((result: HealthResult) => void) | undefined

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new TypeError(`the health check ${name} exists already`)
    this.#checks.set(name, check)
  }

  /** A check of Kubernetes: reports withhold why it failed. */
  addWithheld(name: string, check: HealthCheck): void {
    this.add(name, check)
    this.#withheld.add(name)
  }

  /** A check that always passes, and may have something to say. */
  addNote(name: string, note: HealthNote): void {
    this.add(name, () => undefined)
    this.#notes.set(name, note)
  }

  get names(): string[] {
    return [...this.#checks.keys()]
  }

  /** Asks every check that is not named in `excluded`. */
  report(excluded: ReadonlySet<string> = new Set()): HealthReport {
    const results = [...this.#checks.keys()].map((name) =>
      excluded.has(name) ? { name, failure: undefined, tells: true, isExcluded: true } : this.ask(name),
    )
    const unknown = [...excluded].filter((name) => !this.#checks.has(name)).sort()
    return { healthy: results.every(({ failure }) => failure === undefined), results, unknown }
  }

  /** A check that throws has failed. */
  ask(name: string): HealthResult {
    const check = this.#checks.get(name)
    const note = this.#notes.get(name)?.()
    const tells = !this.#withheld.has(name)
    const result = { name, failure: check && ask(check), tells, ...(note !== undefined && { note }) }
    this.onRun?.(result)
    return result
  }
}

function ask(check: HealthCheck): string | undefined {
  try {
    return check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * A report in the form that tools know. `endpoint` is `healthz`, `livez` or `readyz`. A failure
 * is always reported in full.
 */
export function formatHealth(
  endpoint: string,
  { healthy, results, unknown }: HealthReport,
  verbose: boolean,
): string {
  if (healthy && !verbose) return 'ok'
  const lines = results.map(lineOf)
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(', ')
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`)
  }
  return `${[...lines, `${endpoint} check ${healthy ? 'passed' : 'failed'}`].join('\n')}\n`
}

function lineOf({ name, failure, note, tells, isExcluded }: HealthResult): string {
  if (isExcluded) return `[+]${name} excluded: ok`
  if (failure !== undefined) return `[-]${name} failed: ${tells ? failure : 'reason withheld'}`
  return note === undefined ? `[+]${name} ok` : `[+]${name} ok: ${note}`
}
