import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { PodStatus } from '#kinds/core/pod/schema.js'
import { notFound } from '#meta/api-error.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'
import { checkMirrorPod } from './mirror-pods.js'
import type { NodeWrite } from './node-write.js'

const PODS = 'core/pods/'
const POD = { group: '', version: 'v1', kind: 'Pod', plural: 'pods' }

/** The pod of a write as it is stored. */
export function storedPod(stored: StoredObjects, namespace: string | undefined, name: string): Pod {
  const found = stored.get<Pod>(PODS, namespace, name)
  if (found === undefined) throw notFound(POD, name)
  return found
}

/** A kubelet creates mirror pods, and deletes pods that it has stopped. */
export function checkPod(write: NodeWrite): void {
  const { review, node } = write
  const own = JSON.stringify(node)
  if (review.operation === 'create') checkMirrorPod(write)
  else if (review.operation === 'update') {
    throw rejection(
      review,
      `unexpected operation "UPDATE", node ${own} can only create and delete mirror pods`,
    )
  } else if ((review.current as Pod | undefined)?.spec.nodeName !== node) {
    throw rejection(review, `node ${own} can only delete pods with spec.nodeName set to itself`)
  }
}

/** A kubelet reports the status of its own pods. */
export function checkPodStatus({ review, node }: NodeWrite): void {
  const own = JSON.stringify(node)
  const [after, before] = [review.object as Pod, review.current as Pod]
  if (before.spec.nodeName !== node) {
    throw rejection(
      review,
      `node ${own} can only update pod status for pods with spec.nodeName set to itself`,
    )
  }
  if (!semanticEqual(ObjectMeta, { labels: after.metadata.labels }, { labels: before.metadata.labels })) {
    throw rejection(review, `node ${own} cannot update labels through pod status`)
  }
  const claims = ({ status: { resourceClaimStatuses } }: Pod) => ({ resourceClaimStatuses })
  if (!semanticEqual(PodStatus, claims(after), claims(before))) {
    throw rejection(review, `node ${own} cannot update resource claim statues`)
  }
}

export function checkEviction({ review, node, stored }: NodeWrite): void {
  const name = review.name || review.object?.metadata.name
  if (!name) throw rejection(review, 'could not determine pod from request data')
  if (storedPod(stored, review.namespace, name).spec.nodeName === node) return
  throw rejection(review, `node ${node} can only evict pods with spec.nodeName set to itself`)
}
