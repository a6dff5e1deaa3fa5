import { APPLIED, MANAGED, OWNED_BY } from '#federation/annotations.js'
import { type ObservedAutoscaler, observeAutoscaler } from '#federation/autoscalers/observed-autoscaler.js'
import type { ObservedJob } from '#federation/jobs/followed-share.js'
import { observeJob } from '#federation/jobs/observed-job.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import {
  type LoadBalancerIngress,
  readLoadBalancerIngress,
} from '#federation/propagation/status/load-balancer-ingress.js'
import { countIn } from '#federation/replicas/count.js'
import { excerpt } from '#util/excerpt.js'
import { digestOf } from './desired-object.js'
import { gatheredStatus } from './gathered-status.js'

/** What is kept of an object in a member: little, as there are many. */
export interface ObservedCopy {
  readonly uid: string
  readonly resourceVersion: string
  /** The uid of the federated object, from the annotation. */
  readonly owner: string | undefined
  /** The digest of the last write, from the annotation. */
  readonly digest: string | undefined
  /** Changes with everything except the status. */
  readonly fingerprint: string
  readonly isTerminating: boolean
  /** Desired replicas; undefined for kinds without replicas. */
  readonly replicas: number | undefined
  /** Other divided numbers of the spec; undefined for kinds without them. */
  readonly part: DividedNumbers | undefined
  /** The progress of a Job. */
  readonly job: ObservedJob | undefined
  /** What an autoscaler reports. */
  readonly autoscaler: ObservedAutoscaler | undefined
  /** Whether the member's controllers have observed the latest generation. */
  readonly isCurrent: boolean
  /** In the order of `sums` of the kind. */
  readonly counts: readonly number[]
  /** Why the object fails, from its conditions. */
  readonly failure: string | undefined
  readonly loadBalancerIngress: readonly LoadBalancerIngress[]
  /** The status as JSON, for kinds that gather it. */
  readonly gathered: string | undefined
}

/** Numbers of a spec by field. A field that is undefined is not set. */
export type DividedNumbers = Readonly<Record<string, number | undefined>>

const NO_COUNTS: readonly number[] = []
/** Limits memory per copy, whatever a member sends. */
const MAX_TEXT_LENGTH = 256

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

export function observe(kind: FederatedKind, object: MemberObject): ObservedCopy {
  const { plan, dividedFields = [], status: reported } = kind
  const { metadata } = object
  const spec = (object.spec ?? {}) as Readonly<Record<string, unknown>>
  const status = (object.status ?? {}) as MemberStatus
  const generation = Number(metadata.generation ?? 0)
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    owner: shortText(metadata.annotations?.[OWNED_BY]),
    digest: shortText(metadata.annotations?.[APPLIED]),
    fingerprint: fingerprintOf(kind, object),
    isTerminating: Boolean(metadata.deletionTimestamp),
    replicas: plan === 'replicas' ? replicasIn(spec.replicas) : undefined,
    part:
      plan === undefined || plan === 'replicas'
        ? undefined
        : Object.fromEntries(dividedFields.map((field) => [field, countIn(spec[field])])),
    job: plan === 'jobs' ? observeJob(metadata.uid, spec, status) : undefined,
    autoscaler: plan === 'autoscalers' ? observeAutoscaler(status) : undefined,
    isCurrent: kind.isHandled?.(status) ?? hasObserved(kind, status, generation),
    counts: reported?.sums.length ? reported.sums.map((name) => countIn(status[name]) ?? 0) : NO_COUNTS,
    failure: failureIn(status.conditions),
    loadBalancerIngress: readLoadBalancerIngress(
      reported?.hasLoadBalancer ? status.loadBalancer?.ingress : undefined,
    ),
    gathered: kind.gathersStatus ? gatheredStatus(object.status) : undefined,
  }
}

/** Whether the member's controllers have observed the generation. A status of any kind need not report it. */
function hasObserved(kind: FederatedKind, { observedGeneration }: MemberStatus, generation: number): boolean {
  if (kind.status?.hasObservedGeneration) return (observedGeneration ?? 0) >= generation
  return !kind.gathersStatus || typeof observedGeneration !== 'number' || observedGeneration >= generation
}

const shortText = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH ? value : undefined

const replicasIn = (value: unknown) => countIn(value) ?? 1

/** Size of the cache of equal counts. */
const MAX_COUNTS = 1024
const COUNTS = new Map<string, readonly number[]>()

/** Returns a shared array for equal counts, which most copies have. */
export function internCounts(counts: readonly number[]): readonly number[] {
  const text = counts.join()
  const known = COUNTS.get(text)
  if (known !== undefined || COUNTS.size >= MAX_COUNTS) return known ?? counts
  COUNTS.set(text, counts)
  return counts
}

/** A stalled rollout, pods that cannot be created, or names that another definition has. */
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
  (type === 'ReplicaFailure' && status === 'True') ||
  (type === 'NamesAccepted' && status === 'False')

export const PROGRESS_DEADLINE_EXCEEDED = 'ProgressDeadlineExceeded'

/** A namespace that was created for its objects, without a federated Namespace. */
export const isUnclaimed = ({ metadata }: MemberObject) =>
  metadata.labels?.[MANAGED] === 'true' && metadata.annotations?.[OWNED_BY] === undefined

/** A digest of everything but the status. If the object has a generation, it stands for the spec. */
function fingerprintOf({ comparesContent }: FederatedKind, object: MemberObject): string {
  const { metadata } = object
  const { labels, annotations, generation } = metadata
  if (generation && !comparesContent) return digestOf(JSON.stringify([generation, labels, annotations]))
  const { apiVersion: _version, kind: _kind, metadata: _metadata, status: _status, ...content } = object
  return digestOf(JSON.stringify([labels, annotations, content]))
}

/** Compares resource versions. They are numbers on all known servers; otherwise the last one counts as newer. */
export function isNewer(version: string, than: string): boolean {
  if (!NUMBER.test(version) || !NUMBER.test(than)) return version !== than
  return version.length === than.length ? version > than : version.length > than.length
}

const NUMBER = /^[1-9]\d*$/
