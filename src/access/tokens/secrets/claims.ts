import type { JWTPayload } from 'jose'
import { parseServiceAccountUsername } from '#meta/user.js'

/** The issuer of tokens in Secrets. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount'

/** What a token in a Secret says of its account. */
export interface SecretTokenClaims {
  readonly namespace: string
  /** The name of the Secret. */
  readonly secret: string
  readonly account: string
  /** The uid of the account. */
  readonly uid: string
}

const PREFIX = 'kubernetes.io/serviceaccount/'
const NAMESPACE = `${PREFIX}namespace`
const SECRET = `${PREFIX}secret.name`
const ACCOUNT = `${PREFIX}service-account.name`
const UID = `${PREFIX}service-account.uid`

export const writeClaims = ({ namespace, secret, account, uid }: SecretTokenClaims): JWTPayload => ({
  [NAMESPACE]: namespace,
  [SECRET]: secret,
  [ACCOUNT]: account,
  [UID]: uid,
})

/** Undefined if a claim is missing or the subject is not the account. */
export function readClaims(payload: JWTPayload): SecretTokenClaims | undefined {
  const { [NAMESPACE]: namespace, [SECRET]: secret, [ACCOUNT]: account, [UID]: uid } = payload
  if (!isText(namespace) || !isText(secret) || !isText(account) || !isText(uid)) return undefined
  const subject = parseServiceAccountUsername(payload.sub ?? '')
  const isSame = subject?.namespace === namespace && subject.name === account
  return isSame ? { namespace, secret, account, uid } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
