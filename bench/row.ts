/** The unit of a figure. */
export interface Unit {
  readonly label: string
  readonly better: 'more' | 'less'
  /** Whether a machine that is twice as fast is expected to give twice as much, or take half as long. */
  readonly scaled: boolean
  /** Which of the rounds counts: the one in the middle, or the worst, where something is never to happen. */
  readonly reported: 'median' | 'worst'
}

export const PER_SECOND: Unit = { label: '/s', better: 'more', scaled: true, reported: 'median' }
export const SECONDS: Unit = { label: 's', better: 'less', scaled: true, reported: 'median' }
/** For how long the event loop is held up: a promise to other requests, on any machine. */
export const HELD_UP: Unit = { label: 'ms', better: 'less', scaled: false, reported: 'worst' }
export const MEGABYTES: Unit = { label: 'MB', better: 'less', scaled: false, reported: 'median' }
export const KILOBYTES: Unit = { label: 'KB', better: 'less', scaled: false, reported: 'median' }
export const MILLISECONDS: Unit = { label: 'ms', better: 'less', scaled: true, reported: 'median' }
export const TIMES: Unit = { label: '×', better: 'less', scaled: false, reported: 'median' }
export const MICROSECONDS: Unit = { label: 'µs', better: 'less', scaled: false, reported: 'median' }

/** A line of the tables: something that is measured, and what is wanted of it. */
export interface Row {
  readonly title: string
  readonly unit: Unit
  /** What the original does, which is written in Go and keeps its objects in etcd, on two cores. */
  readonly original?: number
  /** On a machine where the yardstick is `REFERENCE_RATE`. */
  readonly wanted?: number
  /** The part of the bare server's figure that is wanted. */
  readonly ofBare?: number
}

/** What was measured of a row. */
export interface Figure {
  readonly value: number
  /**
   * Processor time of the server, user and system, in microseconds: for one request, event or start; of a held-up
   * event loop, what it took itself. A busy machine changes it far less than it changes the value.
   */
  readonly cpu?: number | undefined
}

export type Figures = ReadonlyMap<Row, Figure>
