import type { LogOptions } from '#kinds/core/pod/subresources/log-options.js'

/** A line that begins with a time was written then. */
const LINE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?=\s|$)/

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

export interface LogSelection extends Pick<LogOptions, 'tailLines' | 'limitBytes' | 'timestamps'> {
  /** The time of the first line, in milliseconds since 1970. */
  readonly since: number | undefined
  /** The time of lines before the first that has one. */
  readonly startedAt: string
}

/** Writes the selected part of a log, and what is added to it later. */
export class LogWriter {
  readonly #selection: LogSelection
  readonly #send: (text: string) => void
  /** The time of the line before. */
  #time: string
  #isLineStart = true
  #bytesLeft: number

  constructor(selection: LogSelection, send: (text: string) => void) {
    this.#selection = selection
    this.#send = send
    this.#time = selection.startedAt
    this.#bytesLeft = selection.limitBytes ?? Number.POSITIVE_INFINITY
  }

  /** Whether the limit is reached. */
  get isFull(): boolean {
    return this.#bytesLeft <= 0
  }

  /** Selects lines of the whole log. */
  begin(log: string): void {
    const { tailLines, since } = this.#selection
    const lines = linesOf(log)
    const first = tailLines === undefined ? 0 : Math.max(lines.length - tailLines, 0)
    for (const [index, line] of lines.entries()) {
      this.#time = LINE_TIME.exec(line)?.[0] ?? this.#time
      if (index < first || (since !== undefined && Date.parse(this.#time) < since)) continue
      this.#write(line)
    }
    this.#isLineStart = log === '' || log.endsWith('\n')
  }

  add(text: string): void {
    for (const line of linesOf(text)) {
      if (this.#isLineStart) this.#time = LINE_TIME.exec(line)?.[0] ?? this.#time
      this.#write(line)
    }
  }

  #write(line: string): void {
    const text = this.#selection.timestamps && this.#isLineStart ? `${this.#time} ${line}` : line
    this.#isLineStart = line.endsWith('\n')
    if (this.isFull) return
    const bytes = Buffer.byteLength(text)
    this.#send(
      bytes <= this.#bytesLeft ? text : Buffer.from(text).subarray(0, this.#bytesLeft).toString('latin1'),
    )
    this.#bytesLeft -= bytes
  }
}
