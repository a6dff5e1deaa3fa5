import type { Json } from '#test/support/client.js'
import { cluster, daemonSet, deployment, ingress, replicaSet } from '#test/support/objects.js'

/** The kinds of the old groups as users name them on a command line, and as kubectl calls them. */
export const KINDS: readonly { readonly word: string; readonly make: (name: string) => Json }[] = [
  { word: 'deployment.extensions', make: deployment },
  { word: 'daemonset.extensions', make: daemonSet },
  { word: 'replicaset.extensions', make: replicaSet },
  { word: 'ingress.extensions', make: ingress },
  { word: 'cluster.federation', make: cluster },
]

export const labelled = (object: Json, labels: Record<string, string>): Json => ({
  ...object,
  metadata: { ...object.metadata, labels },
})

/** Several objects as one file holds them. */
export const together = (...items: Json[]): Json => ({ apiVersion: 'v1', kind: 'List', items })
