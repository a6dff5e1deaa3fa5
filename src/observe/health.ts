/** Why something is not in order, one line for a person; undefined when it is. */
export type HealthCheck = () => string | undefined

export interface HealthResult {
  readonly name: string
  /** Undefined when the check passed. */
  readonly failure: string | undefined
}

export interface HealthReport {
  readonly healthy: boolean
  readonly results: readonly HealthResult[]
}

/** Named checks behind one question such as "is the server ready?". Every server passes `ping`. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>([['ping', () => undefined]])

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new TypeError(`the health check ${name} exists already`)
    this.#checks.set(name, check)
  }

  get names(): string[] {
    return [...this.#checks.keys()]
  }

  /** Asks every check, or only those not named in `excluded`. A check that throws has failed. */
  report(excluded: ReadonlySet<string> = new Set()): HealthReport {
    const results: HealthResult[] = []
    for (const [name, check] of this.#checks) {
      if (!excluded.has(name)) results.push({ name, failure: ask(check) })
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
 * A report in the form that tools know. `endpoint` is the name of the question: `healthz`, `livez`, `readyz`. A failure
 * is always reported in full.
 */
export function formatHealth(endpoint: string, { healthy, results }: HealthReport, verbose: boolean): string {
  if (healthy && !verbose) return 'ok'
  const lines = results.map(({ name, failure }) =>
    failure === undefined ? `[+]${name} ok` : `[-]${name} failed: ${failure}`,
  )
  return `${[...lines, `${endpoint} check ${healthy ? 'passed' : 'failed'}`].join('\n')}\n`
}
