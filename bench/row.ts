/** The unit of a figure. */
export interface Unit {
  readonly label: string
  readonly better: 'more' | 'less'
  /** Whether the target scales with the speed of the machine. */
  readonly scaled: boolean
  /** Which round counts: the median, or the worst for limits that must always hold. */
  readonly reported: 'median' | 'worst'
}

export const PER_SECOND: Unit = { label: '/s', better: 'more', scaled: true, reported: 'median' }
export const SECONDS: Unit = { label: 's', better: 'less', scaled: true, reported: 'median' }
/** How long the event loop is blocked. The target is the same on every machine. */
export const LOOP_BLOCKED: Unit = { label: 'ms', better: 'less', scaled: false, reported: 'worst' }
export const MEGABYTES: Unit = { label: 'MB', better: 'less', scaled: false, reported: 'median' }
export const KILOBYTES: Unit = { label: 'KB', better: 'less', scaled: false, reported: 'median' }
export const MILLISECONDS: Unit = { label: 'ms', better: 'less', scaled: true, reported: 'median' }
/** A latency that users are promised: the target is the same on every machine. */
export const OBJECTIVE: Unit = { label: 'ms', better: 'less', scaled: false, reported: 'worst' }
export const TIMES: Unit = { label: '×', better: 'less', scaled: false, reported: 'median' }
export const MICROSECONDS: Unit = { label: 'µs', better: 'less', scaled: false, reported: 'median' }

/** A row of the tables: a measurement and its targets. */
export interface Row {
  readonly title: string
  readonly unit: Unit
  /** The figure of the original, a Go server on etcd, on two cores. */
  readonly original?: number
  /** The target on a machine on which the bare server reaches `REFERENCE_RATE`. */
  readonly target?: number
  /** The target as a ratio to the baseline. */
  readonly ofBare?: number
}

/** A measurement of a row. */
export interface Figure {
  readonly value: number
  /**
   * Processor time of the server, user and system, in microseconds per request, event or start; for a blocked event
   * loop, its own share. Other load on the machine affects it far less than the value.
   */
  readonly cpu?: number | undefined
}

export type Figures = ReadonlyMap<Row, Figure>
