import type { Json } from '#test/support/client.js'
import { cluster, daemonSet, deployment, ingress, replicaSet } from '#test/support/objects.js'

/** The kinds of the old groups: their names on a command line, and in kubectl's output. */
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

/** Several objects as one file. */
export const together = (...items: Json[]): Json => ({ apiVersion: 'v1', kind: 'List', items })
