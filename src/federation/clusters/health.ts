import { formatTime } from '#schema/times.js'

/** What a probe of a member comes to. */
export type ProbeResult = 'ready' | 'not-ready' | 'unreachable'

/** A probe, and the path that was asked. */
export interface Probe {
  readonly result: ProbeResult
  readonly path: string
  /** What is wrong with the Cluster or its Secret, for which the member could not be asked at all. */
  readonly problem?: string | undefined
  /** Why the member is not ready, for people. */
  readonly why?: string | undefined
  /** What the member has sent of late that was too large to be parsed, and what was asked for. */
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

/** `ok` in any case, and nothing else, with any of the statuses that stand for an answer. */
export function probeResult(status: number, body: unknown): ProbeResult {
  if (status < 200 || status > 206) return 'unreachable'
  return typeof body === 'string' && body.toLowerCase() === 'ok' ? 'ready' : 'not-ready'
}

/** How many probes in a row have to say otherwise before a cluster counts as otherwise. */
export interface Thresholds {
  readonly failures: number
  readonly successes: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { failures: 3, successes: 2 }

/** What a cluster counts as, by its probes so far: one lost packet moves no workloads. */
export class ClusterHealth {
  readonly #thresholds: Thresholds
  #current: Probe | undefined
  #others = 0
  #last: ProbeResult | undefined

  /** `before` is what the cluster counted as when another server, or an earlier start, last probed it. */
  constructor(before: ProbeResult | undefined, thresholds = DEFAULT_THRESHOLDS) {
    this.#thresholds = thresholds
    this.#current = before === undefined ? undefined : { result: before, path: '' }
  }

  /** Undefined until the first probe. */
  get current(): Probe | undefined {
    return this.#current
  }

  /** Returns what the cluster counts as after another probe. */
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

  /** Whether the last probes have said something else than what the cluster counts as. */
  get isInDoubt(): boolean {
    return this.#others > 0
  }

  /**
   * Whether the cluster seems to be coming back: it is worth probing sooner. One that seems to be going is not, since it may be
   * restarting, and what is moved away has to be moved back.
   */
  get isRecovering(): boolean {
    return this.isInDoubt && this.#last === 'ready'
  }
}

/** What a cluster counts as, by the conditions that it has. */
export function resultOf(
  conditions: readonly Pick<ClusterCondition, 'type' | 'status'>[],
): ProbeResult | undefined {
  const holds = (type: string) => conditions.find((condition) => condition.type === type)?.status
  if (holds('Ready') === 'True') return 'ready'
  if (holds('Ready') === 'False') return 'not-ready'
  return holds('Offline') === 'True' ? 'unreachable' : undefined
}

/** The conditions for what a cluster counts as. Their transition is the time at which types and statuses last changed. */
export function clusterConditions(
  { result, path, problem, refusal }: Probe,
  before: readonly ClusterCondition[],
  now: number,
): readonly ClusterCondition[] {
  const refusals = refusal === undefined ? [] : [refused(refusal)]
  const isRefusal = ({ type }: { readonly type: string }) => type === RESPONSE_REFUSED
  return [
    ...timed(
      CONDITIONS[result](path, problem),
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

/** There is such a condition only while there is something to say. */
export const RESPONSE_REFUSED = 'ResponseRefused'

const refused = (message: string): NewCondition => ({
  type: RESPONSE_REFUSED,
  status: 'True',
  reason: 'ResponseTooLarge',
  message,
})

type NewCondition = Omit<ClusterCondition, 'lastProbeTime' | 'lastTransitionTime'>

const CONDITIONS: Readonly<Record<ProbeResult, (path: string, problem?: string) => readonly NewCondition[]>> =
  {
    ready: (path) => [
      { type: 'Ready', status: 'True', reason: 'ClusterReady', message: `${path} responded with ok` },
    ],
    'not-ready': (path) => [
      { type: 'Ready', status: 'False', reason: 'ClusterNotReady', message: `${path} responded without ok` },
      { type: 'Offline', status: 'False', reason: 'ClusterReachable', message: 'cluster is reachable' },
    ],
    unreachable: (_, problem) => [
      {
        type: 'Offline',
        status: 'True',
        reason: 'ClusterNotReachable',
        message: `cluster is not reachable${problem === undefined ? '' : `: ${problem}`}`,
      },
    ],
  }
