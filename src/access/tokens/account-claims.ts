import type { JWTPayload } from 'jose'
import { AUTHENTICATED } from '#access/identity/authenticator.js'
import { accountUserName, groupsOf, splitAccountName } from '#meta/service-account.js'
import type { User } from '#meta/user.js'

/** An object that a token depends on. */
export interface ClaimedObject {
  readonly name: string
  readonly uid: string
}

/** The node that a pod was on when its token was made; without a uid when there was no such node. */
export interface ClaimedNode {
  readonly name: string
  readonly uid?: string | undefined
}

/** The kinds that a token can be bound to, and what the claims about them are called. */
export const BINDABLE = { Pod: 'pod', Secret: 'secret', Node: 'node' } as const
export type Bindable = (typeof BINDABLE)[keyof typeof BINDABLE]

/** What a token says about the account that it is of, under a name of its own. */
export type AccountClaims = {
  readonly namespace: string
  readonly serviceaccount: ClaimedObject
  readonly pod?: ClaimedObject
  readonly secret?: ClaimedObject
  /** What the token is bound to, or the node of the pod that it is bound to. */
  readonly node?: ClaimedNode
}

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
      ...(node && { [`${EXTRA}node-name`]: [node.name] }),
      ...(node?.uid && { [`${EXTRA}node-uid`]: [node.uid] }),
      ...(pod && { [`${EXTRA}pod-name`]: [pod.name], [`${EXTRA}pod-uid`]: [pod.uid] }),
    },
  }
}

const EXTRA = 'authentication.kubernetes.io/'
