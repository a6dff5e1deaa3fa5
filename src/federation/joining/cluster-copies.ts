import { CLUSTER_STATUS, PLACEMENT } from '#federation/annotations.js'
import { parsePlacementReport, type ReportedVerdict } from '#federation/policies/placement-report.js'
import { reportedClusters } from '#federation/propagation/status/breakdown.js'
import type { ApiObject } from '#meta/object-meta.js'
import { type ApiObjects, JoinError } from './api-objects.js'
import { listResources } from './find-resource.js'

/** An object of the host with a copy in the cluster. */
export interface CopyInCluster {
  /** `Deployment shop/web`. */
  readonly title: string
  /** Whether a policy chooses its clusters. */
  readonly isByPolicy: boolean
  /** What the host decided about the cluster, as far as it has. */
  readonly verdict: ReportedVerdict | undefined
  /** Why the object does not leave the cluster; undefined if it does, or if nothing was decided yet. */
  readonly stay: string | undefined
}

export interface CopiesInCluster {
  readonly copies: readonly CopyInCluster[]
  /** Resources that the host does not allow to list. */
  readonly unread: readonly string[]
}

/** Never propagated, and there are many. */
const SKIPPED = new Set(['events', 'leases', 'nodes', 'endpoints', 'endpointslices', 'clusters'])
const PAGE = 500

/** The objects with a copy in a cluster, by what the host says about them. Rejects with `JoinError`. */
export async function copiesIn(host: ApiObjects, cluster: string): Promise<CopiesInCluster> {
  const copies: CopyInCluster[] = []
  const unread: string[] = []
  // Some kinds are served in several groups.
  const seen = new Set<string>()
  for (const { root, plural, kind, canList } of await listResources(host)) {
    if (!canList || SKIPPED.has(plural)) continue
    try {
      for await (const { metadata } of pages(host, `${root}/${plural}`)) {
        const found = copyOf(kind, metadata, cluster)
        const { uid = '' } = metadata
        if (found !== undefined && !seen.has(uid)) copies.push(found)
        seen.add(uid)
      }
    } catch (error) {
      if (!(error instanceof JoinError) || error.status !== 403) throw error
      unread.push(plural)
    }
  }
  return { copies, unread }
}

async function* pages(host: ApiObjects, path: string): AsyncGenerator<ApiObject> {
  let next = ''
  do {
    const query = new URLSearchParams({ limit: String(PAGE), ...(next && { continue: next }) })
    const page = await host.metadataPage(`${path}?${query}`)
    yield* page.items
    next = page.next
  } while (next !== '')
}

function copyOf(kind: string, metadata: ApiObject['metadata'], cluster: string): CopyInCluster | undefined {
  const { namespace, name = '', annotations = {} } = metadata
  if (!reportedClusters(annotations[CLUSTER_STATUS]).has(cluster)) return undefined
  const report = parsePlacementReport(annotations[PLACEMENT])
  const isByPolicy = report?.policy !== undefined && report.byAnnotations !== true
  const verdict = report?.clusters[cluster]
  return {
    title: `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    isByPolicy,
    verdict,
    stay: verdict?.reason === 'NoRoom' ? (verdict.message ?? 'no room') : undefined,
  }
}
