import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

/** For plugins that see creates and updates of pods. */
export const isPodWrite = ({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean =>
  operation !== 'delete' && group === '' && kind === 'Pod'

/** For plugins that see only new pods. */
export const isPodCreate = ({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean =>
  operation === 'create' && group === '' && kind === 'Pod'

/** Whether a write is one of the pod itself, not of a subresource. */
export const isWholePod = ({ part, object }: AdmissionReview): boolean =>
  part === 'object' && object !== undefined
