import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { setOwn, sortedKeys } from '#schema/map-members.js'
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

/** Where a replica set says which revision of its deployment it shows. */
export const REVISION_ANNOTATION = 'deployment.kubernetes.io/revision'

/** What is about the workload itself, and not about the template that it has. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION_ANNOTATION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
  // What a federation reports changes with every replica.
  'federation.binnacle.dev/cluster-status',
])

/**
 * The annotations of a workload that go with a revision, such as the reason that was given for a change. kubectl takes a
 * deployment back to a revision by replacing its annotations, too, so all of them have to be there.
 */
export function copiedAnnotations({ annotations = {} }: ObjectMeta): Record<string, string> | undefined {
  const copied: Record<string, string> = {}
  let isEmpty = true
  for (const key of sortedKeys(annotations)) {
    if (NOT_COPIED.has(key)) continue
    setOwn(copied, key, annotations[key])
    isEmpty = false
  }
  return isEmpty ? undefined : copied
}
