import { firstBy } from '#kinds/shared/unchanged.js'
import type { User } from '#meta/user.js'
import type { WriteContext } from '#registry/strategy.js'
import { currentTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from './schema.js'

/** Who may change what: the requester nothing, approvers the conditions, signers the rest of the status. */

/** The server sets the requester. */
export function setRequester({ spec }: CertificateSigningRequest, _: WriteContext, user: User): void {
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

/** A signer keeps the approval conditions; the rules reject added or removed ones. */
export function keepDecisions(
  { status }: CertificateSigningRequest,
  { status: before }: Readonly<CertificateSigningRequest>,
  { clock }: WriteContext,
): void {
  const decided = firstBy((before.conditions ?? []).filter(isDecision), ({ type }) => type)
  status.conditions = status.conditions?.map((condition) => decided.get(condition.type) ?? condition)
  setTimes(clock, status.conditions, before.conditions)
}

/** An approver changes only the conditions. */
export function keepAllButDecisions(
  object: CertificateSigningRequest,
  current: Readonly<CertificateSigningRequest>,
  { clock }: WriteContext,
): void {
  object.spec = current.spec
  object.status = { conditions: object.status.conditions, certificate: current.status.certificate }
  setTimes(clock, object.status.conditions, current.status.conditions)
}

function setTimes(
  clock: Clock,
  conditions: CertificateSigningRequestCondition[] = [],
  before: readonly CertificateSigningRequestCondition[] = [],
): void {
  const now = currentTime(clock)
  const known = firstBy(before, identityOf)
  for (const condition of conditions) {
    condition.lastUpdateTime ??= now
    if (condition.lastTransitionTime) continue
    condition.lastTransitionTime = known.get(identityOf(condition))?.lastTransitionTime ?? now
  }
}

const identityOf = ({ type, status }: CertificateSigningRequestCondition) => `${status} ${type}`
