import { planReplicas } from '#federation/replicas/planner.js'
import { EQUAL_SHARES, parsePreferences } from '#federation/replicas/preferences.js'

/** Preferences as somebody types them: empty is absent. */
export interface DraftRow {
  /** `*` stands for all other clusters. */
  readonly cluster: string
  readonly least: string
  readonly most: string
  readonly weight: string
}

export interface Draft {
  readonly rebalance: boolean
  readonly rows: readonly DraftRow[]
}

export const OTHERS = '*'
const EMPTY = { least: '', most: '', weight: '' }

/** The draft of an annotation. Unreadable preferences count as absent, as they do on the host. */
export function draftOf(text: string | undefined, clusters: readonly string[]): Draft {
  const { rebalance, clusters: known } = readable(text) ?? EQUAL_SHARES
  const names = new Set([OTHERS, ...clusters, ...known.keys()])
  return {
    rebalance,
    rows: [...names].map((cluster) => {
      const preference = known.get(cluster)
      if (preference === undefined) return { cluster, ...EMPTY }
      const { minReplicas, maxReplicas, weight } = preference
      return {
        cluster,
        least: minReplicas === 0n ? '' : String(minReplicas),
        most: maxReplicas === undefined ? '' : String(maxReplicas),
        weight: String(weight),
      }
    }),
  }
}

function readable(text: string | undefined) {
  if (text === undefined) return undefined
  try {
    return parsePreferences(text)
  } catch {
    return undefined
  }
}

const isCount = (text: string) => /^\d{1,9}$/.test(text)

/** What is wrong with a draft; undefined if it can be saved. */
export function draftError({ rows }: Draft): string | undefined {
  for (const { cluster, least, most, weight } of rows) {
    const where = cluster === OTHERS ? 'all other clusters' : cluster
    for (const text of [least, most, weight]) {
      if (text !== '' && !isCount(text)) return `${where}: “${text}” is not a whole number`
    }
    if (least !== '' && most !== '' && Number(least) > Number(most))
      return `${where}: the least is above the most`
  }
  return undefined
}

/** The value of the annotation. */
export function annotationOf({ rebalance, rows }: Draft): string {
  const clusters: Record<string, Record<string, number>> = {}
  for (const { cluster, least, most, weight } of rows) {
    if (least === '' && most === '' && weight === '') continue
    clusters[cluster] = {
      ...(least !== '' && { minReplicas: Number(least) }),
      ...(most !== '' && { maxReplicas: Number(most) }),
      ...(weight !== '' && { weight: Number(weight) }),
    }
  }
  return JSON.stringify({ ...(rebalance && { rebalance }), clusters })
}

export interface PlanInput {
  readonly replicas: number
  readonly clusters: readonly string[]
  /** Running replicas by cluster. */
  readonly current: ReadonlyMap<string, number>
  /** `namespace/name`. */
  readonly key: string
}

/** What the host will want of each cluster, as far as capacity allows: by its own planner. */
export function previewPlan(
  { replicas, clusters, current, key }: PlanInput,
  draft: Draft,
): ReadonlyMap<string, number> {
  const { scheduled } = planReplicas(
    {
      replicas: BigInt(replicas),
      clusters,
      current: new Map([...current].map(([cluster, count]) => [cluster, BigInt(count)])),
      capacity: new Map(),
      key,
    },
    parsePreferences(annotationOf(draft)),
  )
  return new Map([...scheduled].map(([cluster, count]) => [cluster, Number(count)]))
}
