import type { Json } from '../../support/client.js'
import { cluster, daemonset, deployment, ingress, replicaset } from '../../support/objects.js'

/** The kinds as users name them on a command line. */
export const KINDS: readonly { readonly word: string; readonly make: (name: string) => Json }[] = [
  { word: 'deployment', make: deployment },
  { word: 'daemonset', make: daemonset },
  { word: 'replicaset', make: replicaset },
  { word: 'ingress', make: ingress },
  { word: 'cluster', make: cluster },
]

export const labelled = (object: Json, labels: Record<string, string>): Json => ({
  ...object,
  metadata: { ...object.metadata, labels },
})

/** Several objects as one file holds them. */
export const together = (...items: Json[]): Json => ({ apiVersion: 'v1', kind: 'List', items })
