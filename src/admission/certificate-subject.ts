import { certificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/index.js'
import { parseRequest } from '#kinds/certificates/certificatesigningrequest/pkcs10.js'
import type { CertificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { rejection } from './rejection.js'

const SIGNER = 'kubernetes.io/kube-apiserver-client'
const MASTERS = 'system:masters'

/**
 * Rejects requests for certificates of `system:masters`: approving one unread would make its owner an administrator.
 */
export class CertificateSubjectRestriction implements AdmissionPlugin {
  readonly name = 'CertificateSubjectRestriction'

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && stored === certificateSigningRequest
  }

  check(review: AdmissionReview): void {
    const { request, signerName } = (review.object as CertificateSigningRequest).spec
    if (signerName !== SIGNER) return
    const { organizations } = parseRequest(Buffer.from(request, 'base64'))
    if (!organizations.includes(MASTERS)) return
    throw rejection(review, `use of ${SIGNER} signer with ${MASTERS} group is not allowed`)
  }
}
