/**
 * What a server says about itself: `GET /binnacle/v1/server`. For users; without authentication for everybody.
 */
export const SERVER_PATH = '/binnacle/v1/server'

export interface ServerInfo {
  readonly kind: 'ServerInfo'
  readonly apiVersion: 'binnacle.dev/v1'
  readonly version: string
  /** The version of Kubernetes whose API it serves. */
  readonly kubernetesVersion: string
  readonly storage: 'embedded' | 'memory' | 'etcd'
  /** RFC 3339. */
  readonly startedAt: string
  readonly uptimeSeconds: number
  /** The name of the authenticated user; undefined for anonymous requests. */
  readonly user?: string | undefined
}
