import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { revisionName } from './name.js'

/** What the metadata of an object that shows a revision have of their own. */
interface OwnMetadata {
  readonly labels: Record<string, string>
  readonly annotations: Record<string, string> | undefined
}

/** The object belongs to its workload: it goes with the workload, and before it in the foreground. */
export function shownMetadata(
  kind: string,
  { metadata }: Readonly<ApiObject>,
  hash: string,
  { labels, annotations }: OwnMetadata,
): ObjectMeta {
  const { name = '', uid = '' } = metadata
  const owner = { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true }
  return {
    name: revisionName(metadata, hash),
    creationTimestamp: null,
    labels,
    annotations,
    ownerReferences: [owner],
  }
}
