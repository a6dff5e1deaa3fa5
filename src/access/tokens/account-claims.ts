import type { JWTPayload } from 'jose'
import { AUTHENTICATED } from '#access/identity/authenticator.js'
import {
  parseServiceAccountUsername,
  serviceAccountGroups,
  serviceAccountUsername,
  type User,
} from '#meta/user.js'

/** An object that a token depends on. */
export interface ClaimedObject {
  readonly name: string
  readonly uid: string
}

/** The node of the pod when the token was issued; without a uid if the node did not exist. */
export interface ClaimedNode {
  readonly name: string
  readonly uid?: string | undefined
}

/** The kinds that a token can be bound to, and the names of their claims. */
export const BINDABLE = { Pod: 'pod', Secret: 'secret', Node: 'node' } as const
export type Bindable = (typeof BINDABLE)[keyof typeof BINDABLE]

/** The private claim of a service account token. */
export type AccountClaims = {
  readonly namespace: string
  readonly serviceaccount: ClaimedObject
  readonly pod?: ClaimedObject
  readonly secret?: ClaimedObject
  /** The bound node, or the node of the bound pod. */
  readonly node?: ClaimedNode
  /** When an extended token should have been renewed, in seconds. */
  readonly warnafter?: number
}

export const CLAIM = 'kubernetes.io'

/** Undefined without a valid claim. */
export function readAccountClaims({ sub = '', [CLAIM]: claim }: JWTPayload): AccountClaims | undefined {
  const claims = claim as AccountClaims | undefined
  const account = parseServiceAccountUsername(sub)
  if (account === undefined || typeof claims !== 'object' || claims === null) return undefined
  const isSame = claims.namespace === account.namespace && claims.serviceaccount?.name === account.name
  return isSame && typeof claims.serviceaccount.uid === 'string' ? claims : undefined
}

/** The user of a service account. */
export function accountUser(claims: AccountClaims, tokenId: string): User {
  const { namespace, serviceaccount, pod, node } = claims
  const { name, uid } = serviceaccount
  return {
    name: serviceAccountUsername(namespace, name),
    uid,
    groups: [...serviceAccountGroups({ namespace, name }), AUTHENTICATED],
    extra: {
      [`${EXTRA}credential-id`]: [`JTI=${tokenId}`],
      ...(node && { [`${EXTRA}node-name`]: [node.name] }),
      ...(node?.uid && { [`${EXTRA}node-uid`]: [node.uid] }),
      ...(pod && { [`${EXTRA}pod-name`]: [pod.name], [`${EXTRA}pod-uid`]: [pod.uid] }),
    },
  }
}

const EXTRA = 'authentication.kubernetes.io/'
