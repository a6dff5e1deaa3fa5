import type { Progress } from '#transfer/progress.js'
import { type Clock, systemClock } from '#util/clock.js'
import type { ProcessEnvironment } from './process-environment.js'

/** Often enough to look alive, seldom enough to cost nothing. */
const REDRAW_MS = 100
/** For a log, which keeps every line. */
const LINE_MS = 10_000

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\x1b[K'

/** Shows how far a piece of work has come: a bar where one can be drawn, else a line now and then. */
export class ProgressDisplay {
  readonly #environment: Pick<ProcessEnvironment, 'printError' | 'screen'>
  readonly #clock: Clock
  #next: number
  #step: Progress['step'] | undefined

  constructor(environment: Pick<ProcessEnvironment, 'printError' | 'screen'>, clock = systemClock) {
    this.#environment = environment
    this.#clock = clock
    // The first line is for work that takes its time; a bar is there at once.
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
      // A line that is longer than the screen is wide could not be drawn again.
      screen.write(CLEAR_LINE + `${bar(progress)}${describe(progress)}`.slice(0, screen.columns - 1))
      this.#next = now + REDRAW_MS
    }
  }

  /** Makes room for what is said next. */
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
