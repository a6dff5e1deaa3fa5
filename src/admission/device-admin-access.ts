import type { Namespace } from '#kinds/core/namespace/schema.js'
import type { ResourceClaim, ResourceClaimTemplate } from '#kinds/resource/types/kind-types.js'
import { invalid } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import {
  type AdmissionPlugin,
  type AdmissionReview,
  type AdmittedOperation,
  reviewedName,
} from '#registry/write/admission.js'
import type { StoredObjects } from './stored-objects.js'

const LABEL = 'resource.kubernetes.io/admin-access'
const KINDS: ReadonlySet<string> = new Set(['ResourceClaim', 'ResourceClaimTemplate'])

/** Access to devices that others use is for namespaces with the label for it. */
export class DeviceAdminAccess implements AdmissionPlugin {
  readonly name = 'DeviceAdminAccess'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind, isCustomResource }: ServedVersion, operation: AdmittedOperation): boolean {
    if (operation !== 'create' && operation !== 'update') return false
    return group === 'resource.k8s.io' && KINDS.has(kind) && !isCustomResource
  }

  check(review: AdmissionReview): void {
    const { version, operation, part, namespace = '' } = review
    const field =
      part === 'status'
        ? allocatedForAdmin(review)
        : operation === 'create'
          ? requestedForAdmin(review)
          : undefined
    if (field === undefined) return
    const found = this.#stored.get<Namespace>('core/namespaces/', undefined, namespace)
    if (found?.metadata.labels?.[LABEL] === 'true') return
    const detail = `admin access to devices requires the \`${LABEL}: true\` label on the containing namespace`
    throw invalid(version, reviewedName(review), [{ type: 'forbidden', field, detail }])
  }
}

/** The spec is immutable, so only new objects are checked. */
function requestedForAdmin({ version, object }: AdmissionReview): string | undefined {
  const { requests = [] } =
    version.kind === 'ResourceClaim'
      ? (object as ResourceClaim).spec.devices
      : (object as ResourceClaimTemplate).spec.spec.devices
  const index = requests.findIndex(({ exactly }) => exactly?.adminAccess)
  return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`
}

/** An allocation is immutable too. */
function allocatedForAdmin({ object, current }: AdmissionReview): string | undefined {
  const resultsOf = (claim: unknown) => (claim as ResourceClaim).status.allocation?.devices.results ?? []
  if (resultsOf(current).some(({ adminAccess }) => adminAccess)) return undefined
  const index = resultsOf(object).findIndex(({ adminAccess }) => adminAccess)
  return index < 0 ? undefined : `status.allocation.devices.results[${index}].adminAccess`
}
