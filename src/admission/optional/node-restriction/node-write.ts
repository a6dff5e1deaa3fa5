import type { StoredObjects } from '#admission/stored-objects.js'
import type { Authorize } from '#registry/authorize.js'
import type { AdmissionReview } from '#registry/write/admission.js'

/** A write of a kubelet. */
export interface NodeWrite {
  readonly review: AdmissionReview
  /** The name of the kubelet's node. */
  readonly node: string
  /** The subresource of the write; undefined for the object itself. */
  readonly subresource: string | undefined
  readonly stored: StoredObjects
  readonly authorize: Authorize
}
