import { countIn } from '#federation/replicas/count.js'
import { excerpt } from '#util/excerpt.js'

/** How a Job ended, from its condition. */
export interface JobEnd {
  readonly type: 'Complete' | 'Failed'
  /** When the condition became true. */
  readonly time: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** What a member reports of a Job. */
export interface JobProgress {
  readonly succeeded: number
  readonly failed: number
  readonly startTime?: string | undefined
  readonly completionTime?: string | undefined
  /** Undefined while it runs. */
  readonly end?: JobEnd | undefined
}

/** The part of a federated Job that one cluster runs. */
export interface JobShare extends JobProgress {
  readonly parallelism: number
  /** Undefined for a work queue. */
  readonly completions?: number | undefined
  /** The uid of the Job in the member; undefined until it was seen. */
  readonly uid?: string | undefined
  /** Whether the cluster was lost, and others got the completions that were left. */
  readonly isReplaced?: boolean | undefined
}

/** The shares that a cluster has ended, or had to give up: only their results count. */
export interface ClosedShares {
  readonly succeeded: number
  readonly failed: number
  readonly startTime?: string | undefined
  readonly completionTime?: string | undefined
  /** The uid of the last one. Its Job must be removed before the cluster gets another. */
  readonly uid?: string | undefined
}

export interface ClusterJobs {
  readonly share?: JobShare | undefined
  readonly closed?: ClosedShares | undefined
}

/** What the host remembers of a federated Job, in an annotation: no restart and no lost cluster loses a result. */
export interface JobRecord {
  /** The input of the last plan of the parallelism. */
  readonly demand: string
  readonly clusters: ReadonlyMap<string, ClusterJobs>
}

export const EMPTY_RECORD: JobRecord = { demand: '', clusters: new Map() }

const MAX_TEXT_LENGTH = 256

/** Clusters come sorted: equal records are equal strings. */
export function formatRecord({ demand, clusters }: JobRecord): string {
  const sorted = [...clusters].sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({ demand, clusters: Object.fromEntries(sorted) })
}

/** Clients may have written anything into the annotation. Undefined if it cannot be read. */
export function parseRecord(text: string | undefined): JobRecord | undefined {
  if (text === undefined) return undefined
  try {
    const { demand, clusters } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const entries = Object.entries((clusters ?? {}) as Readonly<Record<string, unknown>>)
    const read = entries.map(([cluster, jobs]) => [cluster, readJobs(jobs)] as const)
    return {
      demand: textIn(demand) ?? '',
      clusters: new Map(read.filter(([, { share, closed }]) => share !== undefined || closed !== undefined)),
    }
  } catch {
    return undefined
  }
}

type Unread = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Unread => typeof value === 'object' && value !== null

function readJobs(value: unknown): ClusterJobs {
  if (!isRecord(value)) return {}
  const { share, closed } = value
  return {
    ...(isRecord(share) && { share: readShare(share) }),
    ...(isRecord(closed) && { closed: { ...readProgress(closed), uid: textIn(closed.uid) } }),
  }
}

function readShare(share: Unread): JobShare {
  return {
    ...readProgress(share),
    end: readEnd(share.end),
    parallelism: countIn(share.parallelism) ?? 0,
    completions: countIn(share.completions),
    uid: textIn(share.uid),
    ...(share.isReplaced === true && { isReplaced: true }),
  }
}

/** Also reads the status of a member. */
export function readProgress(value: Unread): Omit<JobProgress, 'end'> {
  return {
    succeeded: countIn(value.succeeded) ?? 0,
    failed: countIn(value.failed) ?? 0,
    startTime: timeIn(value.startTime),
    completionTime: timeIn(value.completionTime),
  }
}

function readEnd(value: unknown): JobEnd | undefined {
  if (!isRecord(value) || (value.type !== 'Complete' && value.type !== 'Failed')) return undefined
  const { type } = value
  return jobEnd(type, value.time, value.reason, value.message)
}

/** Undefined without a time. */
export function jobEnd(
  type: JobEnd['type'],
  time: unknown,
  reason: unknown,
  message: unknown,
): JobEnd | undefined {
  const at = timeIn(time)
  return at === undefined ? undefined : { type, time: at, reason: textIn(reason), message: textIn(message) }
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? excerpt(value, MAX_TEXT_LENGTH) : undefined

const timeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
