import { setTimeout as pause } from 'node:timers/promises'
import { type ApiObjects, JoinError } from './api-objects.js'
import type { ServiceAccountManifests } from './member-account.js'

/** The account that a token is for. */
type TokenAccount = Pick<ServiceAccountManifests, 'namespace' | 'name' | 'tokenSecret'>

/** A service account token and its expiry; undefined if it never expires. */
export interface MemberToken {
  readonly token: string
  readonly expires: string | undefined
}

/** Controllers fill token Secrets within milliseconds. */
const MAX_POLLS = 10
const POLL_MS = 200
/** Ten years. Members may shorten it. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60

/**
 * Gets a token for the account: from a Secret that the member fills, or by a TokenRequest. Undefined if the
 * member has no service account tokens.
 */
export async function memberToken(
  member: ApiObjects,
  account: TokenAccount,
): Promise<MemberToken | undefined> {
  const { collection, object } = account.tokenSecret
  const path = `${collection}/${object.metadata.name}`
  await member.ensure(account.tokenSecret)
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const { data } = ((await member.get(path)) ?? {}) as { readonly data?: { readonly token?: string } }
    if (data?.token) return { token: Buffer.from(data.token, 'base64').toString(), expires: undefined }
    await pause(POLL_MS)
  }
  await member.remove(path)
  return requestedToken(member, account)
}

async function requestedToken(
  member: ApiObjects,
  { namespace, name }: TokenAccount,
): Promise<MemberToken | undefined> {
  const response = await member.post(`/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: MAX_SECONDS },
  })
  if (response === undefined) return undefined
  const { status } = response as {
    readonly status?: { readonly token?: string; readonly expirationTimestamp?: string }
  }
  if (!status?.token) throw new JoinError('the member did not return the requested token')
  return { token: status.token, expires: status.expirationTimestamp }
}
