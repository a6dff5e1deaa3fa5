// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** Returns the user that the server authenticated for the request. */
export interface SelfSubjectReview {
  kind: 'SelfSubjectReview'
  apiVersion: 'authentication.k8s.io/v1'
  /** Ignored. */
  metadata: ObjectMeta
  /** Result, filled in by the server. */
  status: SelfSubjectReviewStatus
}

/** The authenticated user. */
export interface SelfSubjectReviewStatus {
  /** The user that the server authenticated. */
  userInfo: UserInfo
}

/** Authenticates a token and returns its user. */
export interface TokenReview {
  kind: 'TokenReview'
  apiVersion: 'authentication.k8s.io/v1'
  /** Ignored. */
  metadata: ObjectMeta
  /** The token to review. */
  spec: TokenReviewSpec
  /** Result, filled in by the server. */
  status: TokenReviewStatus
}

/** The token to review. */
export interface TokenReviewSpec {
  /** The bearer token. */
  token?: string
  /** Audiences of which the token must have one; this server when left out. */
  audiences?: string[]
}

/** Result of the token review. */
export interface TokenReviewStatus {
  /** True when the token is valid. */
  authenticated?: boolean
  /** The user that the token belongs to. */
  user: UserInfo
  /** Requested audiences that the token has. */
  audiences?: string[]
  /** Why the token is not accepted. */
  error?: string
}

/** Who a user is. */
export interface UserInfo {
  /** Name that is unique among all users. */
  username?: string
  /** Identifier that is never reused. */
  uid?: string
  /** Groups that the user is in. */
  groups?: string[]
  /** Further data about the user from the authenticator. */
  extra?: Record<string, string[]>
}
