import { APPLIED, MANAGED, OWNED_BY } from '../annotations.js'
import type { MemberObject } from '../members/told-object.js'
import { digestOf } from './desired-object.js'
import type { FederatedKind } from './federated-kinds.js'

/** An entry point of a load balancer, as it is reported. */
export type EntryPoint = Readonly<Record<string, unknown>>

/** What has to be known of an object in a member: little, since there are many of them. */
export interface ObservedCopy {
  readonly uid: string
  readonly resourceVersion: string
  /** The uid of the federated object that it was made from, as it says. */
  readonly owner: string | undefined
  /** The digest of what was last written. */
  readonly digest: string | undefined
  /** Is the same as long as nothing but the status changes. */
  readonly fingerprint: string
  /** Whether it is being deleted. */
  readonly isGoing: boolean
  /** What it asks for; undefined for a kind without replicas. */
  readonly replicas: number | undefined
  /** Whether the controllers of the member have seen its newest generation. */
  readonly isCurrent: boolean
  /** In the order of the sums of the kind. */
  readonly counts: readonly number[]
  /** Why it does not come about, in the words of its own conditions. */
  readonly failure: string | undefined
  readonly entryPoints: readonly EntryPoint[]
}

const NO_COUNTS: readonly number[] = []
const NO_ENTRY_POINTS: readonly EntryPoint[] = []

interface MemberStatus {
  readonly observedGeneration?: number
  readonly conditions?: readonly MemberCondition[]
  readonly loadBalancer?: { readonly ingress?: readonly EntryPoint[] }
  readonly [count: string]: unknown
}

interface MemberCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}

export function observe(
  { preferences, status: reported }: FederatedKind,
  object: MemberObject,
): ObservedCopy {
  const { metadata } = object
  const spec = (object.spec ?? {}) as { readonly replicas?: number }
  const status = (object.status ?? {}) as MemberStatus
  const generation = Number(metadata.generation ?? 0)
  const entryPoints = reported?.hasLoadBalancer ? status.loadBalancer?.ingress : undefined
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    owner: metadata.annotations?.[OWNED_BY],
    digest: metadata.annotations?.[APPLIED],
    fingerprint: fingerprintOf(object),
    isGoing: Boolean(metadata.deletionTimestamp),
    replicas: preferences === undefined ? undefined : (spec.replicas ?? 1),
    isCurrent: !reported?.hasObservedGeneration || (status.observedGeneration ?? 0) >= generation,
    counts: reported?.sums.length ? reported.sums.map((name) => countIn(status, name)) : NO_COUNTS,
    failure: failureIn(status.conditions),
    entryPoints: entryPoints?.length ? entryPoints : NO_ENTRY_POINTS,
  }
}

function countIn(status: MemberStatus, name: string): number {
  const value = status[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** How many different counts are kept for all copies that report them. */
const MOST_COUNTS = 1024
const COUNTS = new Map<string, readonly number[]>()

/** The same counts, which all copies share that report the same: most of them do. */
export function sharedCounts(counts: readonly number[]): readonly number[] {
  const text = counts.join()
  const known = COUNTS.get(text)
  if (known !== undefined || COUNTS.size >= MOST_COUNTS) return known ?? counts
  COUNTS.set(text, counts)
  return counts
}

/** A rollout that has stopped, or pods that cannot be made. */
function failureIn(conditions: readonly MemberCondition[] = []): string | undefined {
  const failed = conditions.find(
    ({ type, status, reason }) =>
      (type === 'Progressing' && status === 'False' && reason === PROGRESS_DEADLINE_EXCEEDED) ||
      (type === 'ReplicaFailure' && status === 'True'),
  )
  if (failed === undefined) return undefined
  const { type, reason, message } = failed
  return type === 'Progressing' ? PROGRESS_DEADLINE_EXCEEDED : `${reason ?? type}: ${message ?? ''}`
}

export const PROGRESS_DEADLINE_EXCEEDED = 'ProgressDeadlineExceeded'

/** A namespace that was made for the objects in it, and that no federated namespace has claimed. */
export const isUnclaimed = ({ metadata }: MemberObject) =>
  metadata.labels?.[MANAGED] === 'true' && metadata.annotations?.[OWNED_BY] === undefined

/**
 * A digest of what is not status. Where the object counts the generations of its spec, the count stands for all but labels and
 * annotations.
 */
function fingerprintOf(object: MemberObject): string {
  const { metadata } = object
  const { labels, annotations, generation } = metadata
  if (generation) return digestOf(JSON.stringify([generation, labels, annotations]))
  const { apiVersion: _version, kind: _kind, metadata: _metadata, status: _status, ...content } = object
  return digestOf(JSON.stringify([labels, annotations, content]))
}

/**
 * Whether one version of an object in a member is newer than another. Versions are numbers in all servers that there are; where
 * they are not, what came last counts as newer.
 */
export function isNewer(version: string, than: string): boolean {
  if (!NUMBER.test(version) || !NUMBER.test(than)) return version !== than
  return version.length === than.length ? version > than : version.length > than.length
}

const NUMBER = /^[1-9]\d*$/
