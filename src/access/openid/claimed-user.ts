import type { JWTPayload } from 'jose'
import { AUTHENTICATED } from '#access/identity/authenticator.js'
import type { User } from '#meta/user.js'
import type { Issuer } from './issuer.js'

const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

/** The user of a verified token. Undefined if a required claim is missing. */
export function claimedUser(issuer: Issuer, payload: JWTPayload): User | undefined {
  const { username, uidClaim, requiredClaims } = issuer
  for (const [claim, value] of Object.entries(requiredClaims)) {
    if (textClaim(payload, claim) !== value) return undefined
  }
  const name = textClaim(payload, username.claim)
  const uid = uidClaim === undefined ? '' : textClaim(payload, uidClaim)
  const groups = claimedGroups(issuer, payload)
  if (!name || uid === undefined || groups === undefined) return undefined
  if (username.claim === 'email' && !isMailVerified(payload)) return undefined
  const id = textClaim(payload, 'jti')
  return {
    name: username.prefix + name,
    uid,
    groups: groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED],
    extra: id ? { [CREDENTIAL_ID]: [`JTI=${id}`] } : {},
  }
}

/** Undefined for an invalid claim. A single group may be a string. */
function claimedGroups({ groups }: Issuer, payload: JWTPayload): readonly string[] | undefined {
  const claim = groups && claimOf(payload, groups.claim)
  if (groups === undefined || claim === undefined || claim === null) return []
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  if (!names.every((name) => typeof name === 'string')) return undefined
  return names.map((name) => groups.prefix + name)
}

/** A missing `email_verified` counts as verified. */
function isMailVerified(payload: JWTPayload): boolean {
  const verified = claimOf(payload, 'email_verified')
  return verified === undefined || verified === true
}

function textClaim(payload: JWTPayload, name: string): string | undefined {
  const claim = claimOf(payload, name)
  return typeof claim === 'string' ? claim : undefined
}

function claimOf(payload: JWTPayload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined
}
