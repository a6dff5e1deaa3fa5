import { excerpt } from '#util/excerpt.js'
import type { Policy } from './acting-policy.js'
import type { ClusterVerdict } from './cluster-facts.js'
import type { DivisionMode } from './replica-division.js'

/** Maximum length of the annotation: annotations share a size limit. */
const MAX_LENGTH = 16 * 1024
const MAX_MESSAGE_LENGTH = 256

/** The annotation that says which policies act, and why each cluster was chosen or not. */
export interface PlacementReport {
  /** `PropagationPolicy/name`; absent if none acts. */
  readonly policy?: string
  /** Override policies, in the order in which they apply. */
  readonly overridePolicies?: readonly string[]
  /** Whether annotations of the object decide instead of the policy. */
  readonly byAnnotations?: boolean
  /** `FreeCapacity` if replicas are divided by it. */
  readonly dividedBy?: string
  readonly clusters: Readonly<Record<string, ReportedVerdict>>
  /** How many clusters had no room. */
  readonly omitted?: number
}

export interface ReportedVerdict {
  readonly chosen: boolean
  readonly reason?: string
  readonly message?: string
}

export const policyTitle = ({ kind, name }: Policy<unknown>) => `${kind}/${name}`

interface ReportedDecision {
  readonly policy: Policy<unknown> | undefined
  readonly overrides: readonly Policy<unknown>[]
  readonly isByAnnotations: boolean
  readonly division?: { readonly mode: DivisionMode } | undefined
  readonly verdicts: ReadonlyMap<string, ClusterVerdict>
}

/** The report as JSON. Clusters that were not chosen come first, since the rest may be omitted. */
export function placementReport({
  policy,
  overrides,
  isByAnnotations,
  division,
  verdicts,
}: ReportedDecision): string {
  const head = {
    ...(policy && { policy: policyTitle(policy) }),
    ...(overrides.length > 0 && { overridePolicies: overrides.map(policyTitle) }),
    ...(isByAnnotations && { byAnnotations: true }),
    ...(division?.mode === 'FreeCapacity' && { dividedBy: division.mode }),
  }
  const clusters: Record<string, ReportedVerdict> = {}
  let length = JSON.stringify(head).length + JSON.stringify({ clusters, omitted: verdicts.size }).length
  let omitted = 0
  const inOrder = [...verdicts].sort(
    ([a, one], [b, other]) => Number(one.isChosen) - Number(other.isChosen) || (a < b ? -1 : 1),
  )
  for (const [name, { isChosen, reason, message }] of inOrder) {
    const reported: ReportedVerdict = {
      chosen: isChosen,
      ...(!(isChosen && message === '') && { reason }),
      ...(message !== '' && { message: excerpt(message, MAX_MESSAGE_LENGTH) }),
    }
    length += Buffer.byteLength(JSON.stringify({ [name]: reported }))
    if (length > MAX_LENGTH) omitted++
    else clusters[name] = reported
  }
  return JSON.stringify({ ...head, clusters, ...(omitted > 0 && { omitted }) })
}

/** Reads the annotation; undefined if it is missing or no report. */
export function parsePlacementReport(text: string | undefined): PlacementReport | undefined {
  if (text === undefined) return undefined
  try {
    const report = JSON.parse(text) as PlacementReport | null
    return typeof report?.clusters === 'object' && report.clusters !== null ? report : undefined
  } catch {
    return undefined
  }
}
