import type { JWTPayload } from 'jose'
import type { User } from '../../meta/user.js'
import { AUTHENTICATED } from '../identity/authenticator.js'
import { accountUserName, groupsOf, splitAccountName } from '../identity/service-account.js'

/** An object that a token depends on. */
export interface ClaimedObject {
  readonly name: string
  readonly uid: string
}

/** The kinds that a token can be bound to, by what the claim about them is called. */
export const BINDABLE = ['pod', 'secret', 'node'] as const
export type Bindable = (typeof BINDABLE)[number]

/** What a token says about the account that it is of, under a name of its own. */
export type AccountClaims = {
  readonly namespace: string
  readonly serviceaccount: ClaimedObject
} & { readonly [K in Bindable]?: ClaimedObject }

export const CLAIM = 'kubernetes.io'

/** Undefined when the token says nothing of the sort. */
export function readAccountClaims({ sub = '', [CLAIM]: claim }: JWTPayload): AccountClaims | undefined {
  const claims = claim as AccountClaims | undefined
  const account = splitAccountName(sub)
  if (account === undefined || typeof claims !== 'object' || claims === null) return undefined
  const isSame = claims.namespace === account.namespace && claims.serviceaccount?.name === account.name
  return isSame && typeof claims.serviceaccount.uid === 'string' ? claims : undefined
}

/** The user that a service account is, as a token of it tells. */
export function accountUser(claims: AccountClaims, tokenId: string): User {
  const { namespace, serviceaccount, pod, node } = claims
  const { name, uid } = serviceaccount
  return {
    name: accountUserName(namespace, name),
    uid,
    groups: [...groupsOf({ namespace, name }), AUTHENTICATED],
    extra: {
      [`${EXTRA}credential-id`]: [`JTI=${tokenId}`],
      ...(node && { [`${EXTRA}node-name`]: [node.name], [`${EXTRA}node-uid`]: [node.uid] }),
      ...(pod && { [`${EXTRA}pod-name`]: [pod.name], [`${EXTRA}pod-uid`]: [pod.uid] }),
    },
  }
}

const EXTRA = 'authentication.kubernetes.io/'
