import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { StoredChange } from '#registry/kind.js'
import type { Revision } from '#registry/strategy.js'
import { semanticEqual } from '#schema/equal.js'
import { copiedAnnotations } from './metadata.js'

/** An object that makes pods from a template, and remembers the templates it has had. */
export interface Workload extends ApiObject {
  spec: { template: PodTemplateSpec; revisionHistoryLimit?: number | undefined }
}

/**
 * The pod templates that a workload has had. Revision 1 is the template it was created with, and every
 * change of the template is the next one. The record lies beside the workload in the store, changes in the
 * same write and goes with it; as long as the template never changed there is none.
 *
 * How many templates are kept is up to `revisionHistoryLimit`, and to their size: the record must never be what makes a
 * write too large.
 */
export interface RevisionRecord {
  /** The revision of the template that the workload has now. */
  readonly current: number
  /** Oldest first. */
  readonly earlier: readonly TemplateRevision[]
}

export interface TemplateRevision extends Revision {
  readonly template: PodTemplateSpec
  /** Those of the workload, as they were last while it had the template. */
  readonly annotations?: Record<string, string> | undefined
}

/** Beyond this the record would cost more with every change than old templates are worth. */
const RECORD_BYTES = 1024 * 1024
/** What every engine takes in one write, with its keys: etcd takes 1.5 MiB unless it is configured otherwise. */
const WRITE_BYTES = 1.5 * 1024 * 1024 - 16 * 1024

export function recordKey(records: string, { metadata }: Readonly<ApiObject>): string {
  return `${records}${metadata.namespace}/${metadata.name}`
}

/** A record that cannot be read counts as none: the next change of its workload replaces it. */
export function readRecord(stored: Buffer | undefined): RevisionRecord {
  const none = { current: 1, earlier: [] }
  if (stored === undefined) return none
  try {
    const record = JSON.parse(stored.toString()) as RevisionRecord
    const isRecord = Number.isInteger(record.current) && Array.isArray(record.earlier)
    return isRecord ? record : none
  } catch {
    return none
  }
}

/** All revisions there are, oldest first; the last one is the current. */
export function revisionsOf({ metadata, spec }: Readonly<Workload>, stored: Buffer): TemplateRevision[] {
  const { current, earlier } = readRecord(stored)
  const annotations = copiedAnnotations(metadata)
  return [...earlier, { revision: current, template: spec.template, annotations }]
}

/** What has to be stored along with a change of a workload, so that its revisions are right afterwards. */
export const recordsUnder =
  (records: string) =>
  ({ before, after, record, size }: StoredChange<Workload>) => {
    const workload = after ?? before
    if (workload === undefined) return []
    const key = recordKey(records, workload)
    const stored = record(key)
    if (before === undefined || after === undefined) {
      return stored === undefined ? [] : [{ type: 'delete', key, expected: stored.revision } as const]
    }
    // The generation follows the spec: where it stayed, so did the template.
    if (before.metadata.generation === after.metadata.generation) return []
    if (semanticEqual(PodTemplateSpec, before.spec.template, after.spec.template)) return []
    const { current, earlier } = nextRecord(readRecord(stored?.value), before, after)
    const kept = newestWithin(Math.min(RECORD_BYTES, WRITE_BYTES - size), earlier)
    const value = Buffer.from(`{"current":${current},"earlier":[${kept.join()}]}`)
    return stored === undefined
      ? [{ type: 'create', key, value } as const]
      : [{ type: 'replace', key, value, expected: stored.revision } as const]
  }

function nextRecord(
  { current, earlier }: RevisionRecord,
  before: Workload,
  { spec: after }: Workload,
): RevisionRecord {
  const annotations = copiedAnnotations(before.metadata)
  const left = { revision: current, template: before.spec.template, annotations }
  // A template that comes back is the newest revision and no longer an earlier one.
  const kept = [...earlier, left].filter(
    ({ template }) => !semanticEqual(PodTemplateSpec, template, after.template),
  )
  const limit = after.revisionHistoryLimit ?? 0
  return { current: current + 1, earlier: limit === 0 ? [] : kept.slice(-limit) }
}

/** The newest of the revisions as JSON: as many as so many bytes hold, but the last one in any case. */
function newestWithin(bytes: number, revisions: readonly TemplateRevision[]): string[] {
  const kept: string[] = []
  let rest = bytes
  for (const revision of revisions.toReversed()) {
    const json = JSON.stringify(revision)
    rest -= Buffer.byteLength(json)
    if (rest < 0 && kept.length > 0) break
    kept.push(json)
  }
  return kept.reverse()
}
