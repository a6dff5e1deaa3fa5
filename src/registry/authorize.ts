import type { User } from '#meta/user.js'

/** A permission: a verb on a resource or on a non-resource path. */
export interface AuthorizationAttributes {
  readonly verb: string
  /** Empty for a resource. */
  readonly path: string
  readonly resource: ResourceAttributes | undefined
}

export interface ResourceAttributes {
  readonly group: string
  readonly plural: string
  readonly subresource: string | undefined
  /** Undefined for all namespaces and for cluster-scoped objects. */
  readonly namespace: string | undefined
  /** Undefined for all objects. */
  readonly name: string | undefined
  /** As in a list request. */
  readonly fieldSelector?: string | undefined
  readonly labelSelector?: string | undefined
}

export interface AuthorizationDecision {
  readonly allowed: boolean
  /** For people; may be empty. */
  readonly reason: string
  /** Why it could not be decided. */
  readonly error?: string | undefined
}

/**
 * Whether a user has a permission, with the reason. Returns a promise only if another server is asked; it never
 * rejects.
 */
export type Authorize = (
  user: User,
  right: AuthorizationAttributes,
) => AuthorizationDecision | Promise<AuthorizationDecision>
