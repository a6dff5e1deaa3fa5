import type { ResourceCount } from './counts.js'

/**
 * What is deleted with an object.
 *
 * `GET /binnacle/v1/dependents/apis/apps/v1/namespaces/default/deployments/web` has all objects that the object owns,
 * directly or not. It needs the right to get the object, and has only dependents that the user may get.
 */
export const DEPENDENTS_PATH = '/binnacle/v1/dependents'

/** Maximum number of dependents in a response. */
export const MAX_DEPENDENTS = 2_000

export interface DependentList {
  readonly kind: 'DependentList'
  readonly apiVersion: 'binnacle.dev/v1'
  /** Owners come before their dependents. */
  readonly items: readonly Dependent[]
  /** How many more there are that the user may not see, or that are beyond the limit. */
  readonly hidden: number
  /** What is in a namespace, or the objects of a CustomResourceDefinition. Empty for other objects. */
  readonly contents: readonly ResourceCount[]
}

export interface Dependent {
  readonly apiVersion: string
  readonly kind: string
  /** The plural in paths. */
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid: string
  /** The uids of its owners among the object and its dependents. */
  readonly owners: readonly string[]
  /** Whether it has no other owner, so that it is deleted with them. */
  readonly collected: boolean
}
