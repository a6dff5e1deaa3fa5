import { certificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/index.js'
import type { CertificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { type Authorizer, isAllowed } from './authorizer.js'
import { forbidden } from './refusal.js'

/** What a certificate request needs a right to its signer for, besides write access to the subresource. */
interface SignerRight {
  readonly plugin: string
  readonly subresource: string
  readonly verb: string
  /** Whether an update of the subresource needs the right. */
  isNeeded(object: CertificateSigningRequest, current: CertificateSigningRequest): boolean
}

/** The plugins that check the rights to signers. */
export const signerAuthorization = (authorizer: Authorizer): readonly AdmissionPlugin[] =>
  [APPROVE, SIGN].map((right) => new SignerAuthorization(right, authorizer))

class SignerAuthorization implements AdmissionPlugin {
  readonly name: string
  readonly #right: SignerRight
  readonly #authorizer: Authorizer

  constructor(right: SignerRight, authorizer: Authorizer) {
    this.name = right.plugin
    this.#right = right
    this.#authorizer = authorizer
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'update' && stored === certificateSigningRequest
  }

  /** Checks the signer of the stored request. */
  async check(review: AdmissionReview): Promise<void> {
    const { subresource, verb } = this.#right
    if (review.subresource !== subresource) return
    const object = review.object as CertificateSigningRequest | undefined
    const current = review.current as CertificateSigningRequest | undefined
    if (object === undefined || current === undefined || !this.#right.isNeeded(object, current)) return
    const { signerName } = current.spec
    const [domain] = signerName.split('/', 1)
    if (await this.#can(review, verb, signerName)) return
    if (await this.#can(review, verb, `${domain}/*`)) return
    const { version, name } = review
    throw forbidden(
      { group: version.group, plural: version.plural, name },
      `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`,
    )
  }

  #can(
    { user, version: { group } }: AdmissionReview,
    verb: string,
    name: string,
  ): boolean | Promise<boolean> {
    const resource = {
      group,
      version: '*',
      plural: 'signers',
      subresource: undefined,
      namespace: undefined,
      name,
    }
    return isAllowed(this.#authorizer, { user, verb, path: '', resource })
  }
}

const APPROVE: SignerRight = {
  plugin: 'CertificateApproval',
  subresource: 'approval',
  verb: 'approve',
  isNeeded: () => true,
}

const SIGN: SignerRight = {
  plugin: 'CertificateSigning',
  subresource: 'status',
  verb: 'sign',
  isNeeded: (object, current) => outcomeOf(object) !== outcomeOf(current),
}

const outcomeOf = ({ status: { conditions = [], certificate = '' } }: CertificateSigningRequest) =>
  JSON.stringify([conditions, certificate])
