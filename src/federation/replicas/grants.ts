/** What is known of the replicas in one cluster when they are to become others. */
export interface ClusterReplicas {
  readonly cluster: string
  /** How many the cluster is to have in the end. */
  readonly planned: number
  /** How many may run there now, because they do, or because the cluster was asked for them. */
  readonly held: number
}

/**
 * How many replicas each cluster may ask for now. Fewer are asked for at once; more only as far as others have let go of theirs,
 * so that a cluster that is slow to do so never makes more run than are planned in all.
 */
export function grantReplicas(clusters: readonly ClusterReplicas[]): ReadonlyMap<string, number> {
  let room = 0
  for (const { planned, held } of clusters) room += planned - held
  const granted = new Map<string, number>()
  for (const { cluster, planned, held } of clusters) {
    const more = Math.max(0, Math.min(planned - held, room))
    room -= more
    granted.set(cluster, Math.min(planned, held + more))
  }
  return granted
}
