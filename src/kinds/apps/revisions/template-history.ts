import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { StoredChange } from '#registry/kind.js'
import type { Revision } from '#registry/strategy.js'
import { semanticEqual } from '#schema/equal.js'
import { copiedAnnotations } from './metadata.js'

/** A workload with a pod template and a revision history. */
export interface Workload extends ApiObject {
  spec: { template: PodTemplateSpec; revisionHistoryLimit?: number | undefined }
  status?: { collisionCount?: number | undefined }
}

/**
 * The former pod templates of a workload. Revision 1 is the first template; every change of the template adds a
 * revision. The history is stored under a key of its own, in the same writes as the workload, and deleted with it.
 * Without a change of the template there is none.
 *
 * `revisionHistoryLimit` and their size limit how many templates are kept: the history must never make a write too
 * large.
 */
export interface TemplateHistory {
  /** The revision of the template that the workload has now. */
  readonly current: number
  /** Oldest first. */
  readonly earlier: readonly TemplateRevision[]
}

export interface TemplateRevision extends Revision {
  readonly template: PodTemplateSpec
  /** The last annotations of the workload while it had the template. */
  readonly annotations?: Record<string, string> | undefined
}

/** Every change of the template writes the whole history, so its size is bounded. */
const MAX_HISTORY_BYTES = 1024 * 1024
/** The largest write that every engine accepts: etcd's default limit is 1.5 MiB, keys included. */
const MAX_WRITE_BYTES = 1.5 * 1024 * 1024 - 16 * 1024

export function templateHistoryKey(prefix: string, { metadata }: Readonly<ApiObject>): string {
  return `${prefix}${metadata.namespace}/${metadata.name}`
}

/** An unreadable history counts as none; the next change of the template replaces it. */
export function readTemplateHistory(stored: Buffer | undefined): TemplateHistory {
  const none = { current: 1, earlier: [] }
  if (stored === undefined) return none
  try {
    const history = JSON.parse(stored.toString()) as TemplateHistory
    const isValid = Number.isInteger(history.current) && Array.isArray(history.earlier)
    return isValid ? history : none
  } catch {
    return none
  }
}

/** All revisions, oldest first; the last is the current one. */
export function revisionsOf({ metadata, spec }: Readonly<Workload>, stored: Buffer): TemplateRevision[] {
  const { current, earlier } = readTemplateHistory(stored)
  const annotations = copiedAnnotations(metadata)
  return [...earlier, { revision: current, template: spec.template, annotations }]
}

/** The writes to the template history that belong to a change of a workload. `prefix` is the prefix of its key. */
export const templateHistoryChanges =
  (prefix: string) =>
  ({ before, after, record, size }: StoredChange<Workload>) => {
    const workload = after ?? before
    if (workload === undefined) return []
    const key = templateHistoryKey(prefix, workload)
    const stored = record(key)
    if (before === undefined || after === undefined) {
      return stored === undefined ? [] : [{ type: 'delete', key, expected: stored.revision } as const]
    }
    // The generation changes with the spec, so an equal generation means an equal template.
    if (before.metadata.generation === after.metadata.generation) return []
    if (semanticEqual(PodTemplateSpec, before.spec.template, after.spec.template)) return []
    const { current, earlier } = nextHistory(readTemplateHistory(stored?.value), before, after)
    const kept = newestWithin(Math.min(MAX_HISTORY_BYTES, MAX_WRITE_BYTES - size), earlier)
    const value = Buffer.from(`{"current":${current},"earlier":[${kept.join()}]}`)
    return stored === undefined
      ? [{ type: 'create', key, value } as const]
      : [{ type: 'replace', key, value, expected: stored.revision } as const]
  }

function nextHistory(
  { current, earlier }: TemplateHistory,
  before: Workload,
  { spec: after }: Workload,
): TemplateHistory {
  const annotations = copiedAnnotations(before.metadata)
  const left = { revision: current, template: before.spec.template, annotations }
  // A former template that is set again becomes the newest revision.
  const kept = [...earlier, left].filter(
    ({ template }) => !semanticEqual(PodTemplateSpec, template, after.template),
  )
  const limit = after.revisionHistoryLimit ?? 0
  return { current: current + 1, earlier: limit === 0 ? [] : kept.slice(-limit) }
}

/** The newest revisions as JSON that fit into the given bytes; at least the last one. */
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
