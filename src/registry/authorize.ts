import type { User } from '#meta/user.js'

/** A right to something: a verb on a resource, or on a path that leads to none. */
export interface AskedRight {
  readonly verb: string
  /** Empty for a resource. */
  readonly path: string
  readonly resource: RightOnResource | undefined
}

export interface RightOnResource {
  readonly group: string
  readonly plural: string
  readonly subresource: string | undefined
  /** Undefined for all namespaces, or for what is in none. */
  readonly namespace: string | undefined
  /** Undefined for all objects. */
  readonly name: string | undefined
}

/** Whether a user has a right, with the reason. Answers come at once, from memory. */
export type Authorize = (
  user: User,
  right: AskedRight,
) => { readonly allowed: boolean; readonly reason: string }
