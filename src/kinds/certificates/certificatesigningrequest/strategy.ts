import { firstBy } from '#kinds/shared/unchanged.js'
import type { User } from '#meta/user.js'
import type { Allocations } from '#registry/allocations.js'
import { formatTime } from '#schema/times.js'
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from './schema.js'

/** Who may change what of a request: those who ask nothing, those who decide the decisions, those who sign the rest. */

/** Who asks is for the server to say. */
export function setRequester({ spec }: CertificateSigningRequest, _: Allocations, user: User): void {
  const { name, uid, groups, extra } = user
  spec.username = name
  spec.uid = uid || undefined
  spec.groups = groups.length === 0 ? undefined : [...groups]
  const known = Object.entries(extra).map(([key, values]) => [key, [...values]])
  spec.extra = known.length === 0 ? undefined : Object.fromEntries(known)
}

export function keepSpec(
  object: CertificateSigningRequest,
  current: Readonly<CertificateSigningRequest>,
): void {
  object.spec = current.spec
}

const isDecision = ({ type }: CertificateSigningRequestCondition) => type === 'Approved' || type === 'Denied'

/** A signer leaves the decisions as they are; those that are added or left out are rejected by the rules. */
export function keepDecisions(
  { status }: CertificateSigningRequest,
  { status: before }: Readonly<CertificateSigningRequest>,
): void {
  const decided = firstBy((before.conditions ?? []).filter(isDecision), ({ type }) => type)
  status.conditions = status.conditions?.map((condition) => decided.get(condition.type) ?? condition)
  setTimes(status.conditions, before.conditions)
}

/** Those who decide leave everything else as it is. */
export function keepAllButDecisions(
  object: CertificateSigningRequest,
  current: Readonly<CertificateSigningRequest>,
): void {
  object.spec = current.spec
  object.status = { conditions: object.status.conditions, certificate: current.status.certificate }
  setTimes(object.status.conditions, current.status.conditions)
}

function setTimes(
  conditions: CertificateSigningRequestCondition[] = [],
  before: readonly CertificateSigningRequestCondition[] = [],
): void {
  const now = formatTime(new Date())
  const known = firstBy(before, identityOf)
  for (const condition of conditions) {
    condition.lastUpdateTime ??= now
    if (condition.lastTransitionTime) continue
    condition.lastTransitionTime = known.get(identityOf(condition))?.lastTransitionTime ?? now
  }
}

const identityOf = ({ type, status }: CertificateSigningRequestCondition) => `${status} ${type}`
