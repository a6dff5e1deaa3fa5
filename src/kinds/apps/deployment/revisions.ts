import { SERVER_RECORDS } from '../../../registry/keys.js'
import type { StoredChange } from '../../../registry/kind.js'
import { sameMeaning } from '../../../schema/equal.js'
import { PodTemplateSpec } from '../../shared/pod/pod-template.js'
import type { Deployment } from './extensions-v1beta1/schema.js'

/**
 * The pod templates that a deployment has had. Revision 1 is the template it was created with, and every
 * change of the template is the next one. The record lies beside the deployment in the store, changes in the
 * same write and goes with it; as long as the template never changed there is none.
 *
 * How many templates are kept is up to `revisionHistoryLimit`, and to their size: the record must never be what makes a
 * write too large.
 */
export interface RevisionRecord {
  /** The revision of the template that the deployment has now. */
  readonly current: number
  /** Oldest first. */
  readonly earlier: readonly Revision[]
}

export interface Revision {
  readonly revision: number
  readonly template: PodTemplateSpec
}

/** Beyond this the record would cost more with every change than old templates are worth. */
const RECORD_BYTES = 1024 * 1024
/** What every engine takes in one write, with its keys: etcd takes 1.5 MiB unless it is configured otherwise. */
const WRITE_BYTES = 1.5 * 1024 * 1024 - 16 * 1024

export function revisionKey({ metadata }: Deployment): string {
  return `${SERVER_RECORDS}/revisions/${metadata.namespace}/${metadata.name}`
}

export function readRevisions(stored: Buffer | undefined): RevisionRecord {
  if (stored === undefined) return { current: 1, earlier: [] }
  return JSON.parse(stored.toString()) as RevisionRecord
}

/** What has to be stored along with a change of a deployment, so that its revisions are right afterwards. */
export function revisionRecords({ before, after, record, size }: StoredChange<Deployment>) {
  const deployment = after ?? before
  if (deployment === undefined) return []
  const key = revisionKey(deployment)
  const stored = record(key)
  if (before === undefined || after === undefined) {
    return stored === undefined ? [] : [{ type: 'delete', key, expected: stored.revision } as const]
  }
  // The generation follows the spec: where it stayed, so did the template.
  if (before.metadata.generation === after.metadata.generation) return []
  if (sameMeaning(PodTemplateSpec, before.spec.template, after.spec.template)) return []
  const { current, earlier } = nextRecord(readRevisions(stored?.value), before, after)
  const kept = newestWithin(Math.min(RECORD_BYTES, WRITE_BYTES - size), earlier)
  const value = Buffer.from(`{"current":${current},"earlier":[${kept.join()}]}`)
  return stored === undefined
    ? [{ type: 'create', key, value } as const]
    : [{ type: 'replace', key, value, expected: stored.revision } as const]
}

function nextRecord(
  { current, earlier }: RevisionRecord,
  { spec: before }: Deployment,
  { spec: after }: Deployment,
): RevisionRecord {
  const left = { revision: current, template: before.template }
  // A template that comes back is the newest revision and no longer an earlier one.
  const kept = [...earlier, left].filter(
    ({ template }) => !sameMeaning(PodTemplateSpec, template, after.template),
  )
  const limit = after.revisionHistoryLimit ?? 0
  return { current: current + 1, earlier: limit === 0 ? [] : kept.slice(-limit) }
}

/** The newest of the revisions as JSON: as many as so many bytes hold, but the last one in any case. */
function newestWithin(bytes: number, revisions: readonly Revision[]): string[] {
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
