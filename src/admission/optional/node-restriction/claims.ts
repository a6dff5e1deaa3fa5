import { rejection } from '#admission/rejection.js'
import { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { changedPaths } from '#kinds/core/pod/changed-paths.js'
import type { NodeWrite } from './node-write.js'

/** A kubelet reports how a claim was expanded, and changes nothing else. */
export function checkClaim({ review, node, subresource }: NodeWrite): void {
  if (subresource !== 'status') throw rejection(review, 'may only update PVC status')
  const [after, before] = [review.object, review.current].map((claim) =>
    withoutReport(claim as PersistentVolumeClaim),
  )
  const changed = changedPaths(PersistentVolumeClaim, after, before, '')
  if (changed.length === 0) return
  const fields = changed.map((path) => path.slice(1)).join(', ')
  throw rejection(
    review,
    `node ${JSON.stringify(node)} is not allowed to update fields other than status.quantity and status.conditions: ${fields}`,
  )
}

const withoutReport = ({ metadata, status, ...claim }: PersistentVolumeClaim) => ({
  ...claim,
  metadata: { ...metadata, resourceVersion: undefined, managedFields: undefined, selfLink: undefined },
  status: {
    ...status,
    capacity: undefined,
    conditions: undefined,
    allocatedResources: undefined,
    allocatedResourceStatuses: undefined,
  },
})
