/**
 * How many objects there are: `GET /binnacle/v1/counts` for all namespaces, or with `?namespace=default` for one. Has the
 * resources that the user may list there; without a namespace those that the user may list everywhere.
 */
export const COUNTS_PATH = '/binnacle/v1/counts'

export interface CountList {
  readonly kind: 'CountList'
  readonly apiVersion: 'binnacle.dev/v1'
  readonly items: readonly ResourceCount[]
}

/** A number of objects of one resource, in the version that clients prefer. */
export interface ResourceCount {
  readonly apiVersion: string
  readonly kind: string
  /** The plural in paths. */
  readonly resource: string
  readonly count: number
}
