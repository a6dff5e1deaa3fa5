import type { CachedObject } from '#cache/cached-object.js'
import {
  ABANDONED_CLUSTERS,
  ADOPT,
  AUTOSCALED_BY,
  AUTOSCALED_CLUSTERS,
  CLUSTER_SELECTOR,
  CLUSTER_STATUS,
  CLUSTERS,
  EVICTIONS,
  JOB_SHARES,
  OVERRIDES,
  PLACEMENT,
} from '#federation/annotations.js'
import { Overrides, OverridesError } from '#federation/overrides/overrides.js'
import { PlacementError } from '#federation/placement/cluster-selector.js'
import { Placement } from '#federation/placement/placement.js'
import { countIn } from '#federation/replicas/count.js'
import {
  EQUAL_SHARES,
  PreferencesError,
  parsePreferences,
  type ReplicaPreferences,
} from '#federation/replicas/preferences.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { MEMBERS_FINALIZER, ORPHAN_FINALIZER } from '#registry/write/deletion.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'
import { contentOf, digestOf } from './copies/desired-object.js'
import type { FederatedKind } from './federated-kinds.js'

/** What a deletion means for copies; `none` if the object is not being deleted, or has no finalizer of ours. */
export type Deletion = 'none' | 'ignored' | 'orphan' | 'cascade'

/** What an object says about its clusters. Parsed once per version. */
export interface FederatedSpec {
  readonly uid: string
  readonly generation: number
  /** Changes with everything but the status and annotations of the federation. */
  readonly source: string
  /** Like `source`, without labels and annotations. */
  readonly content: string
  readonly placement: Placement
  /** Whether annotations of the object choose its clusters. */
  readonly isPlaced: boolean
  /** Why the object has no valid placement. Its clusters stay unchanged. */
  readonly placementError: string | undefined
  readonly hasFinalizers: boolean
  readonly deletion: Deletion
  /** Undefined if the object does not say. */
  readonly adopts: boolean | undefined
  /** Whether a deletion does not wait for this cluster. */
  readonly isAbandoned: (cluster: string) => boolean
  /** Undefined for kinds without replicas. */
  readonly replicas: number | undefined
  readonly preferences: ReplicaPreferences
  /** Whether the object has preferences of its own. */
  readonly hasPreferences: boolean
  /** Changes with the preferences; empty for kinds without replicas. */
  readonly preferencesDigest: string
  /** How many replicas may be unavailable. */
  readonly maxUnavailable: number
  /** Clusters in which an autoscaler sets the replicas; undefined if they are scheduled. */
  readonly autoscaled: ReadonlySet<string> | undefined
  /** Whether a federated autoscaler has chosen these clusters. */
  readonly isAutoscaledHere: boolean
  /** The numbers of the spec that are divided among clusters. */
  readonly divided: Readonly<Record<string, number | undefined>>
  /** Of a Job. */
  readonly isIndexed: boolean
  /** Of a Job: seconds from its end to its deletion. */
  readonly ttlSecondsAfterFinished: number | undefined
  /** Of an autoscaler. */
  readonly scaleTarget: ScaleTarget | undefined
}

export interface ScaleTarget {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
}

const EVERYWHERE = Placement.of()
const never = () => false

interface Stored extends ApiObject {
  readonly spec?: {
    readonly replicas?: number
    readonly strategy?: { readonly rollingUpdate?: { readonly maxUnavailable?: number | string } }
    readonly completionMode?: string
    readonly ttlSecondsAfterFinished?: number
    readonly scaleTargetRef?: ScaleTarget
    readonly [field: string]: unknown
  }
}

/**
 * `before` is the spec of the previous version: fields that the generation covers are reused while it does not
 * change.
 */
export function readFederated(
  kind: FederatedKind,
  stored: CachedObject,
  before: FederatedSpec | undefined,
): FederatedSpec {
  const metadata = stored.metadata()
  const { uid = '', generation = 0, annotations = {}, finalizers = [] } = metadata
  const { placement, placementError } = placementOf(annotations)
  const { preferences, comparesContent = false } = kind
  const isSame = !comparesContent && generation > 0 && before?.generation === generation && before.uid === uid
  const counted = isSame ? before : readCounted(kind, stored)
  return {
    ...counted,
    uid,
    generation,
    source: sourceOf(metadata, counted.content),
    placement,
    placementError,
    isPlaced: CLUSTER_SELECTOR in annotations || CLUSTERS in annotations,
    hasFinalizers: [MEMBERS_FINALIZER, ORPHAN_FINALIZER].every((one) => finalizers.includes(one)),
    deletion: deletionOf(Boolean(metadata.deletionTimestamp), finalizers),
    adopts: annotations[ADOPT] === undefined ? undefined : annotations[ADOPT] === 'true',
    isAbandoned: givingUp(annotations[ABANDONED_CLUSTERS]),
    preferences: preferences === undefined ? EQUAL_SHARES : preferencesOf(annotations[preferences]),
    hasPreferences: preferences !== undefined && annotations[preferences] !== undefined,
    preferencesDigest: preferences === undefined ? '' : digestOf(annotations[preferences] ?? ''),
    autoscaled: kind.plan === 'replicas' ? autoscaledIn(annotations[AUTOSCALED_CLUSTERS]) : undefined,
    isAutoscaledHere: annotations[AUTOSCALED_BY] !== undefined,
  }
}

type CountedField =
  | 'content'
  | 'replicas'
  | 'maxUnavailable'
  | 'divided'
  | 'isIndexed'
  | 'ttlSecondsAfterFinished'
  | 'scaleTarget'

/** The fields that the generation covers. */
function readCounted(
  { copiedFields, plan, dividedFields = [] }: FederatedKind,
  stored: CachedObject,
): Pick<FederatedSpec, CountedField> {
  const object = parseJson(stored.json.toString()) as Stored
  const { spec } = object
  const replicas = plan === 'replicas' ? (spec?.replicas ?? 1) : undefined
  return {
    content: digestOf(stringifyJson(contentOf(object, copiedFields))),
    replicas,
    maxUnavailable: missing(spec?.strategy?.rollingUpdate?.maxUnavailable, replicas),
    divided: Object.fromEntries(dividedFields.map((field) => [field, countIn(spec?.[field])])),
    isIndexed: spec?.completionMode === 'Indexed',
    ttlSecondsAfterFinished: spec?.ttlSecondsAfterFinished,
    scaleTarget: spec?.scaleTargetRef,
  }
}

/** An absolute number or a percentage of replicas. */
function missing(value: number | string = 0, replicas = 0): number {
  if (typeof value === 'number') return value
  return Math.floor((Number.parseInt(value, 10) * replicas) / 100) || 0
}

function placementOf(annotations: Readonly<Record<string, string>>) {
  try {
    const overrides = annotations[OVERRIDES]
    if (overrides !== undefined) Overrides.parse(overrides)
    const isPlaced = CLUSTER_SELECTOR in annotations || CLUSTERS in annotations
    return { placement: isPlaced ? Placement.of(annotations) : EVERYWHERE, placementError: undefined }
  } catch (error) {
    if (error instanceof PlacementError) return { placement: EVERYWHERE, placementError: error.message }
    if (!(error instanceof OverridesError)) throw error
    return { placement: EVERYWHERE, placementError: `the annotation ${OVERRIDES}: ${error.message}` }
  }
}

/** As recorded from the original: without the finalizer, or with `orphan` beside it, members are left alone. */
function deletionOf(isDeleted: boolean, finalizers: readonly string[]): Deletion {
  if (!isDeleted) return 'none'
  if (!finalizers.includes(MEMBERS_FINALIZER)) return 'ignored'
  return finalizers.includes(ORPHAN_FINALIZER) ? 'orphan' : 'cascade'
}

function givingUp(text: string | undefined): (cluster: string) => boolean {
  if (text === undefined) return never
  const names = new Set(text.split(',').map((name) => name.trim()))
  return (cluster) => names.has('*') || names.has(cluster)
}

/** Invalid preferences count as missing, as in the original. */
function preferencesOf(text: string | undefined): ReplicaPreferences {
  if (text === undefined) return EQUAL_SHARES
  try {
    return parsePreferences(text)
  } catch (error) {
    if (error instanceof PreferencesError) return EQUAL_SHARES
    throw error
  }
}

function autoscaledIn(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  try {
    const { Names: names } = JSON.parse(text) as { readonly Names?: unknown }
    return Array.isArray(names) ? new Set(names.filter((name) => typeof name === 'string')) : undefined
  } catch {
    return undefined
  }
}

function sourceOf({ uid, labels, annotations = {} }: ObjectMeta, content: string): string {
  const {
    [CLUSTER_STATUS]: _status,
    [JOB_SHARES]: _shares,
    [PLACEMENT]: _placement,
    [EVICTIONS]: _evictions,
    ...said
  } = annotations
  return digestOf(JSON.stringify([uid, labels, said, content]))
}
