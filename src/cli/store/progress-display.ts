import type { ProcessEnvironment } from '#cli/process-environment.js'
import type { Progress } from '#transfer/progress.js'
import { type Clock, systemClock } from '#util/clock.js'

/** The interval of redraws on a terminal. */
const REDRAW_MS = 100
/** The interval of lines in a log. */
const LINE_MS = 10_000

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\x1b[K'

/** Shows progress: a bar on a terminal, otherwise a line from time to time. */
export class ProgressDisplay {
  readonly #environment: Pick<ProcessEnvironment, 'printError' | 'screen'>
  readonly #clock: Clock
  #next: number
  #step: Progress['step'] | undefined

  constructor(environment: Pick<ProcessEnvironment, 'printError' | 'screen'>, clock = systemClock) {
    this.#environment = environment
    this.#clock = clock
    // A log gets no line for short work; a terminal gets a bar at once.
    this.#next = environment.screen === undefined ? clock.now() + LINE_MS : 0
  }

  readonly show = (progress: Progress): void => {
    const { screen, printError } = this.#environment
    const now = this.#clock.now()
    const isNewStep = screen !== undefined && progress.step !== this.#step
    if (now < this.#next && !isNewStep) return
    this.#step = progress.step
    if (screen === undefined) {
      printError(describe(progress))
      this.#next = now + LINE_MS
    } else {
      // A wrapped line could not be redrawn.
      screen.write(CLEAR_LINE + `${bar(progress)}${describe(progress)}`.slice(0, screen.columns - 1))
      this.#next = now + REDRAW_MS
    }
  }

  /** Clears the bar before other output. */
  clear(): void {
    this.#environment.screen?.write(CLEAR_LINE)
  }
}

function bar({ done, total }: Progress): string {
  if (total === undefined) return ''
  const filled = Math.round(BAR_WIDTH * share(done, total))
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] `
}

function describe({ step, unit, done, total }: Progress): string {
  if (total === undefined) return `${step}: ${amount(done, unit)}`
  const percent = Math.floor(100 * share(done, total))
  return `${step}: ${percent}%, ${inUnit(done, unit)} of ${amount(total, unit)}`
}

function share(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total)
}

function amount(count: number, unit: Progress['unit']): string {
  return `${inUnit(count, unit)} ${unit === 'bytes' ? 'MiB' : unit}`
}

function inUnit(count: number, unit: Progress['unit']): string {
  return unit === 'bytes' ? (count / 2 ** 20).toFixed(1) : formatCount(count)
}

/** `20,000 records` */
export function formatRecords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`
}

/** `20,000` */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
