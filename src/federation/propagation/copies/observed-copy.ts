import { APPLIED, MANAGED, OWNED_BY } from '#federation/annotations.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import {
  type LoadBalancerIngress,
  readLoadBalancerIngress,
} from '#federation/propagation/status/load-balancer-ingress.js'
import { excerpt } from '#util/excerpt.js'
import { digestOf } from './desired-object.js'

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
  readonly isTerminating: boolean
  /** What it asks for; undefined for a kind without replicas. */
  readonly replicas: number | undefined
  /** Whether the controllers of the member have seen its newest generation. */
  readonly isCurrent: boolean
  /** In the order of the sums of the kind. */
  readonly counts: readonly number[]
  /** Why it does not come about, in the words of its own conditions. */
  readonly failure: string | undefined
  readonly loadBalancerIngress: readonly LoadBalancerIngress[]
}

const NO_COUNTS: readonly number[] = []
/** What a copy says of itself is kept in memory for each, however long a member makes it. */
const MAX_TEXT_LENGTH = 256
const MAX_REPLICAS = 2 ** 31 - 1

interface MemberStatus {
  readonly observedGeneration?: number
  readonly conditions?: unknown
  readonly loadBalancer?: { readonly ingress?: unknown } | null
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
  const spec = (object.spec ?? {}) as { readonly replicas?: unknown }
  const status = (object.status ?? {}) as MemberStatus
  const generation = Number(metadata.generation ?? 0)
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    owner: shortText(metadata.annotations?.[OWNED_BY]),
    digest: shortText(metadata.annotations?.[APPLIED]),
    fingerprint: fingerprintOf(object),
    isTerminating: Boolean(metadata.deletionTimestamp),
    replicas: preferences === undefined ? undefined : replicasIn(spec.replicas),
    isCurrent: !reported?.hasObservedGeneration || (status.observedGeneration ?? 0) >= generation,
    counts: reported?.sums.length ? reported.sums.map((name) => countIn(status, name)) : NO_COUNTS,
    failure: failureIn(status.conditions),
    loadBalancerIngress: readLoadBalancerIngress(
      reported?.hasLoadBalancer ? status.loadBalancer?.ingress : undefined,
    ),
  }
}

const shortText = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH ? value : undefined

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_REPLICAS

const replicasIn = (value: unknown) => (isCount(value) ? value : 1)

function countIn(status: MemberStatus, name: string): number {
  const value = status[name]
  return isCount(value) ? value : 0
}

/** How many different counts are kept for all copies that report them. */
const MAX_COUNTS = 1024
const COUNTS = new Map<string, readonly number[]>()

/** The same counts, which all copies share that report the same: most of them do. */
export function internCounts(counts: readonly number[]): readonly number[] {
  const text = counts.join()
  const known = COUNTS.get(text)
  if (known !== undefined || COUNTS.size >= MAX_COUNTS) return known ?? counts
  COUNTS.set(text, counts)
  return counts
}

/** A rollout that has stopped, or pods that cannot be made. */
function failureIn(conditions: unknown): string | undefined {
  if (!Array.isArray(conditions)) return undefined
  const failed = (conditions as readonly (MemberCondition | null)[]).find(
    (condition) => condition !== null && isFailure(condition),
  )
  if (!failed) return undefined
  const { type, reason, message } = failed
  if (type === 'Progressing') return PROGRESS_DEADLINE_EXCEEDED
  return excerpt(`${reason ?? type}: ${message ?? ''}`, MAX_TEXT_LENGTH)
}

const isFailure = ({ type, status, reason }: MemberCondition) =>
  (type === 'Progressing' && status === 'False' && reason === PROGRESS_DEADLINE_EXCEEDED) ||
  (type === 'ReplicaFailure' && status === 'True')

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
