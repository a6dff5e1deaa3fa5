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
}

export interface HealthReport {
  readonly healthy: boolean
  readonly results: readonly HealthResult[]
}

/** The named checks of one endpoint, such as `readyz`. Every server passes `ping`. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>([['ping', () => undefined]])
  readonly #notes = new Map<string, HealthNote>()

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new TypeError(`the health check ${name} exists already`)
    this.#checks.set(name, check)
  }

  /** A check that always passes, and may have something to say. */
  addNote(name: string, note: HealthNote): void {
    this.add(name, () => undefined)
    this.#notes.set(name, note)
  }

  get names(): string[] {
    return [...this.#checks.keys()]
  }

  /** Asks every check, or only those not named in `excluded`. A check that throws has failed. */
  report(excluded: ReadonlySet<string> = new Set()): HealthReport {
    const results: HealthResult[] = []
    for (const [name, check] of this.#checks) {
      if (excluded.has(name)) continue
      const note = this.#notes.get(name)?.()
      results.push({ name, failure: ask(check), ...(note !== undefined && { note }) })
    }
    return { healthy: results.every(({ failure }) => failure === undefined), results }
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
export function formatHealth(endpoint: string, { healthy, results }: HealthReport, verbose: boolean): string {
  if (healthy && !verbose) return 'ok'
  const lines = results.map(({ name, failure, note }) => {
    if (failure !== undefined) return `[-]${name} failed: ${failure}`
    return note === undefined ? `[+]${name} ok` : `[+]${name} ok: ${note}`
  })
  return `${[...lines, `${endpoint} check ${healthy ? 'passed' : 'failed'}`].join('\n')}\n`
}
