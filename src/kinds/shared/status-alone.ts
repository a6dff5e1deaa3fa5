import type { ApiObject } from '#meta/api-object.js'
import type { Strategy } from '#registry/strategy.js'

/** Of kinds whose reporters may change the status and nothing else: what they say of the metadata is put back. */
export const STATUS_ALONE: Strategy<ApiObject> = {
  prepareForStatusUpdate({ metadata }, { metadata: current }) {
    metadata.labels = current.labels
    metadata.annotations = current.annotations
    metadata.finalizers = current.finalizers
    metadata.ownerReferences = current.ownerReferences
  },
  keptByStatusUpdates: [['metadata']],
}
