import { formatTime } from '#schema/times.js'

export type ProbeResult = 'ready' | 'not-ready' | 'unreachable'

/** The result of a probe, and the path that was requested. */
export interface Probe {
  readonly result: ProbeResult
  readonly path: string
  /** Why the Cluster or its Secret cannot be used, so that no request was sent. */
  readonly error?: string | undefined
  /** Why the member is not ready. */
  readonly why?: string | undefined
  /** The last response that was too large to parse, and its request. */
  readonly refusal?: string | undefined
}

export interface ClusterCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastProbeTime: string
  readonly lastTransitionTime: string
}

/** Ready means the body is `ok`, in upper or lower case, with any of these statuses. */
export function probeResult(status: number, body: unknown): ProbeResult {
  if (status < 200 || status > 206) return 'unreachable'
  return typeof body === 'string' && body.toLowerCase() === 'ok' ? 'ready' : 'not-ready'
}

/** How many equal probes in a row change the health of a cluster. */
export interface Thresholds {
  readonly failures: number
  readonly successes: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { failures: 3, successes: 2 }

/** The health of a cluster. One lost packet must not move workloads. */
export class ClusterHealth {
  readonly #thresholds: Thresholds
  #current: Probe | undefined
  #others = 0
  #last: ProbeResult | undefined

  /** `before` is the health that another server, or an earlier start, last reported. */
  constructor(before: ProbeResult | undefined, thresholds = DEFAULT_THRESHOLDS) {
    this.#thresholds = thresholds
    this.#current = before === undefined ? undefined : { result: before, path: '' }
  }

  /** Undefined until the first probe. */
  get current(): Probe | undefined {
    return this.#current
  }

  /** Returns the health after another probe. */
  observe(probe: Probe): Probe {
    this.#last = probe.result
    if (this.#current === undefined || probe.result === this.#current.result) {
      this.#current = probe
      this.#others = 0
      return probe
    }
    const { failures, successes } = this.#thresholds
    this.#others++
    if (this.#others >= (probe.result === 'ready' ? successes : failures)) {
      this.#current = probe
      this.#others = 0
    }
    return this.#current
  }

  /** Whether the last probes differ from the current health. */
  get isInDoubt(): boolean {
    return this.#others > 0
  }

  /**
   * Whether the cluster seems to recover and should be probed sooner. A failing cluster is not: it may be
   * restarting, and moved replicas must move back.
   */
  get isRecovering(): boolean {
    return this.isInDoubt && this.#last === 'ready'
  }
}

/** The health that the conditions express. */
export function resultOf(
  conditions: readonly Pick<ClusterCondition, 'type' | 'status'>[],
): ProbeResult | undefined {
  const holds = (type: string) => conditions.find((condition) => condition.type === type)?.status
  if (holds('Ready') === 'True') return 'ready'
  if (holds('Ready') === 'False') return 'not-ready'
  return holds('Offline') === 'True' ? 'unreachable' : undefined
}

/** The conditions for a health. The transition time changes with a type or status. */
export function clusterConditions(
  { result, path, error, refusal }: Probe,
  before: readonly ClusterCondition[],
  now: number,
): readonly ClusterCondition[] {
  const refusals = refusal === undefined ? [] : [refused(refusal)]
  const isRefusal = ({ type }: { readonly type: string }) => type === RESPONSE_REFUSED
  return [
    ...timed(
      CONDITIONS[result](path, error),
      before.filter((condition) => !isRefusal(condition)),
      now,
    ),
    ...timed(refusals, before.filter(isRefusal), now),
  ]
}

function timed(
  reported: readonly NewCondition[],
  before: readonly ClusterCondition[],
  now: number,
): readonly ClusterCondition[] {
  const time = formatTime(new Date(now))
  const shape = (conditions: readonly Pick<ClusterCondition, 'type' | 'status'>[]) =>
    conditions.map(({ type, status }) => `${type}=${status}`).join()
  const lastTransitionTime =
    shape(reported) === shape(before) ? (before[0]?.lastTransitionTime ?? time) : time
  return reported.map((condition) => ({ ...condition, lastProbeTime: time, lastTransitionTime }))
}

/** This condition exists only while a response was refused recently. */
export const RESPONSE_REFUSED = 'ResponseRefused'

const refused = (message: string): NewCondition => ({
  type: RESPONSE_REFUSED,
  status: 'True',
  reason: 'ResponseTooLarge',
  message,
})

type NewCondition = Omit<ClusterCondition, 'lastProbeTime' | 'lastTransitionTime'>

const CONDITIONS: Readonly<Record<ProbeResult, (path: string, error?: string) => readonly NewCondition[]>> = {
  ready: (path) => [
    { type: 'Ready', status: 'True', reason: 'ClusterReady', message: `${path} responded with ok` },
  ],
  'not-ready': (path) => [
    { type: 'Ready', status: 'False', reason: 'ClusterNotReady', message: `${path} responded without ok` },
    { type: 'Offline', status: 'False', reason: 'ClusterReachable', message: 'cluster is reachable' },
  ],
  unreachable: (_, error) => [
    {
      type: 'Offline',
      status: 'True',
      reason: 'ClusterNotReachable',
      message: `cluster is not reachable${error === undefined ? '' : `: ${error}`}`,
    },
  ],
}
