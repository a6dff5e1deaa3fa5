import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import { nodeOfUser } from '#meta/user.js'
import type { Authorize } from '#registry/authorize.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { checkCertificateRequest } from './certificate-requests.js'
import { checkClaim } from './claims.js'
import type { NodeWrite } from './node-write.js'
import { checkNode } from './nodes.js'
import { checkEviction, checkPod, checkPodStatus } from './pods.js'
import { checkToken } from './tokens.js'

/** A kubelet may write only the objects of its own node: users `system:node:…` in the group `system:nodes`. */
export class NodeRestriction implements AdmissionPlugin {
  readonly name = 'NodeRestriction'
  readonly seesUnstored = true
  readonly #stored: StoredObjects
  readonly #authorize: Authorize

  constructor(stored: StoredObjects, authorize: Authorize) {
    this.#stored = stored
    this.#authorize = authorize
  }

  handles({ group, plural }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation !== 'connect' && Object.hasOwn(CHECKS, `${plural}.${group}`)
  }

  admit(review: AdmissionReview): void | Promise<void> {
    const { user, version, subresource, createdThrough } = review
    const node = nodeOfUser(user)
    if (node === undefined) return
    if (node === '') {
      throw rejection(review, `could not determine node from user ${JSON.stringify(user.name)}`)
    }
    return CHECKS[`${version.plural}.${version.group}`]?.({
      review,
      node,
      subresource: subresource ?? createdThrough?.name,
      stored: this.#stored,
      authorize: this.#authorize,
    })
  }
}

type Check = (write: NodeWrite) => void | Promise<void>

const CHECKS: Readonly<Record<string, Check>> = {
  'pods.': (write) => {
    const { review, subresource } = write
    if (subresource === undefined) return checkPod(write)
    if (subresource === 'status') return checkPodStatus(write)
    if (subresource === 'eviction') return checkEviction(write)
    throw rejection(
      review,
      `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`,
    )
  },
  'nodes.': checkNode,
  'persistentvolumeclaims.': checkClaim,
  'serviceaccounts.': (write) => (write.subresource === 'token' ? checkToken(write) : undefined),
  'leases.coordination.k8s.io': ({ review, node }) => {
    if (review.namespace !== LEASE_NAMESPACE) {
      throw rejection(review, `can only access leases in the "${LEASE_NAMESPACE}" system namespace`)
    }
    if (review.name !== node) {
      throw rejection(review, 'can only access node lease with the same name as the requesting node')
    }
  },
  'csinodes.storage.k8s.io': ({ review, node }) => {
    if (review.name !== node) {
      throw rejection(review, 'can only access CSINode with the same name as the requesting node')
    }
  },
  'certificatesigningrequests.certificates.k8s.io': checkCertificateRequest,
}

const LEASE_NAMESPACE = 'kube-node-lease'
