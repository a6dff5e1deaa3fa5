import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import type { ReplicaSetSummary } from './replica-set-summary.js'

/** The replica sets of a deployment: the one of its template, and those of earlier ones. */
export interface SetsOfDeployment {
  readonly newest: ReplicaSetSummary | undefined
  /** In the order of their age. */
  readonly old: readonly ReplicaSetSummary[]
}

export function arrange(
  deployment: Readonly<Deployment>,
  owned: readonly ReplicaSetSummary[],
): SetsOfDeployment {
  const { template } = deployment.spec
  const sets = owned
    .filter(({ isGoing }) => !isGoing)
    .sort((a, b) => a.createdAt - b.createdAt || a.revision - b.revision || (a.name < b.name ? -1 : 1))
  const wanted = JSON.stringify(template)
  const newest = sets.find(
    (set) => JSON.stringify(set.template) === wanted || isDeepStrictEqual(set.template, template),
  )
  return { newest, old: sets.filter((set) => set !== newest) }
}
