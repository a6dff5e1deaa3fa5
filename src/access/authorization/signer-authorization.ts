import { certificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/index.js'
import type { CertificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import type { Authorizer } from './authorizer.js'
import { forbidden } from './refusal.js'

/**
 * Approving a certificate request requires the verb `approve` on its signer, signing it the verb `sign`, besides
 * write access to the subresource.
 */
export class SignerAuthorization implements AdmissionPlugin {
  readonly name = 'SignerRights'
  readonly #authorizer: Authorizer

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'update' && stored === certificateSigningRequest
  }

  check(review: AdmissionReview): void {
    const { subresource } = review
    const object = review.object as CertificateSigningRequest | undefined
    const current = review.current as CertificateSigningRequest | undefined
    if (object === undefined || current === undefined) return
    if (subresource === 'approval') this.#expect(review, 'approve', current)
    else if (subresource === 'status' && outcomeOf(object) !== outcomeOf(current)) {
      this.#expect(review, 'sign', current)
    }
  }

  /** Checks the signer of the stored request. */
  #expect(review: AdmissionReview, verb: string, { spec: { signerName } }: CertificateSigningRequest): void {
    const [domain] = signerName.split('/', 1)
    if (this.#can(review, verb, signerName) || this.#can(review, verb, `${domain}/*`)) return
    const { version, name } = review
    throw forbidden(
      { group: version.group, plural: version.plural, name },
      `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`,
    )
  }

  #can({ user, version: { group } }: AdmissionReview, verb: string, name: string): boolean {
    const resource = {
      group,
      version: '*',
      plural: 'signers',
      subresource: undefined,
      namespace: undefined,
      name,
    }
    return this.#authorizer.allows({ user, verb, path: '', resource })
  }
}

const outcomeOf = ({ status: { conditions = [], certificate = '' } }: CertificateSigningRequest) =>
  JSON.stringify([conditions, certificate])
