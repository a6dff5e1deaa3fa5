import {
  AUTOSCALED_CLUSTERS,
  CLUSTER_STATUS,
  FREE_CAPACITY,
  MEASURED_CAPACITY,
  PLACEMENT,
} from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { PlacementError } from '#federation/placement/cluster-selector.js'
import { Placement } from '#federation/placement/placement.js'
import { parseFreeCapacity, parseMeasuredCapacity } from '#federation/policies/free-capacity.js'
import {
  type PlacementReport,
  parsePlacementReport,
  type ReportedVerdict,
} from '#federation/policies/placement-report.js'
import { FEDERATED_KINDS } from '#federation/propagation/federated-kinds.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import type { ApiObject } from '#meta/object-meta.js'
import { alignedColumns } from '#util/text/columns.js'
import { ApiObjects, JoinError } from './api-objects.js'
import { type FoundResource, findResource } from './find-resource.js'
import { CLUSTERS } from './host-objects.js'
import { hostOnly } from './host-only.js'

/** An object as a user names it. */
export interface ExplainedObject {
  /** `deployment`, `deploy` or `deployments.apps`. */
  readonly resource: string
  readonly name: string
  readonly namespace: string
}

const HEADINGS = ['CLUSTER', 'CHOSEN', 'STATE', 'REPLICAS', 'WHY']
const HEADINGS_BY_CAPACITY = HEADINGS.toSpliced(4, 0, 'FREE')
const NONE = '-'
/** The resources that most pods request. */
const COMMON = ['cpu', 'memory', 'pods']

/** Explains in which clusters an object is, and why, as lines. Rejects with `JoinError`. */
export async function explainPlacement(
  access: MemberAccess,
  { resource, name, namespace }: ExplainedObject,
): Promise<readonly string[]> {
  const host = new ApiObjects('the host', access)
  try {
    const found = await findResource(host, resource)
    const scope = found.isNamespaced ? `/namespaces/${namespace}` : ''
    const title = `${found.kind} ${found.isNamespaced ? `${namespace}/` : ''}${name}`
    const object = await host.get(`${found.root}${scope}/${found.plural}/${name}`)
    if (object === undefined) throw new JoinError(`the host has no ${title}`)
    const clusters = await host.list<Cluster>(CLUSTERS)
    if (clusters === undefined) throw new JoinError('the host does not serve clusters')
    return explanation(title, found, object as ApiObject, clusters)
  } finally {
    host.close()
  }
}

function explanation(
  title: string,
  found: FoundResource,
  { metadata }: ApiObject,
  clusters: readonly Cluster[],
): readonly string[] {
  const { annotations = {} } = metadata
  const report = parsePlacementReport(annotations[PLACEMENT])
  const states = parseStates(annotations[CLUSTER_STATUS])
  const isKnown = report !== undefined || states.size > 0 || isDefault(found)
  const verdicts = report?.clusters ?? (isKnown ? ownVerdicts(annotations, clusters) : {})
  const excluded = report === undefined && states.size === 0 ? hostOnly(found, metadata) : undefined
  if (excluded !== undefined) return [title, `Not propagated: ${excluded}`]
  const lines = [title, ...policyLines(report, isKnown)]
  const byCapacity = report?.dividedBy === 'FreeCapacity'
  const free = new Map(clusters.map((cluster) => [cluster.metadata.name ?? '', freeText(cluster)]))
  const names = clusters.map((cluster) => cluster.metadata.name ?? '').sort()
  if (names.length === 0) return [...lines, '', 'The host has no clusters: "binnacle join" registers one.']
  if (!isKnown) return lines
  const rows = names.map((name) => {
    const planned = states.size === 0 ? 'not copied yet' : unplanned(found, annotations, name)
    const row = rowOf(name, verdicts[name], states.get(name), planned)
    return byCapacity ? row.toSpliced(4, 0, free.get(name) ?? NONE) : row
  })
  return [...lines, '', ...alignedColumns([byCapacity ? HEADINGS_BY_CAPACITY : HEADINGS, ...rows])]
}

/** What of a cluster is free, or why that is not known. */
function freeText({ metadata: { annotations = {} } }: Cluster): string {
  const { free, unknown } = parseMeasuredCapacity(annotations[MEASURED_CAPACITY]) ?? {}
  const known = parseFreeCapacity(annotations[FREE_CAPACITY]) ?? free
  if (known === undefined) return unknown === undefined ? 'unknown' : `unknown: ${unknown}`
  const amounts = COMMON.flatMap((name) => (known[name] === undefined ? [] : [`${name} ${known[name]}`]))
  return amounts.join(', ') || NONE
}

const isDefault = ({ kind, root }: FoundResource) => {
  const group = root.startsWith('/apis/') ? root.split('/')[2] : ''
  return FEDERATED_KINDS.some(
    ({ kind: federated, candidates }) =>
      federated === kind && candidates.some((candidate) => candidate.group === group),
  )
}

function policyLines(report: PlacementReport | undefined, isKnown: boolean): readonly string[] {
  if (!isKnown) return ['Policy: none. Objects of this kind are propagated only if a policy selects them.']
  const isFollowing = Object.values(report?.clusters ?? {}).some(({ reason }) => reason === 'NoTarget')
  const policy =
    report?.policy ??
    (isFollowing
      ? 'none: without a policy an autoscaler goes where its target is'
      : 'none: without a policy the object goes to every cluster')
  return [
    `Policy: ${policy}`,
    ...(report?.byAnnotations ? ['        annotations of the object choose the clusters instead'] : []),
    ...(report?.overridePolicies ? [`Overrides: ${report.overridePolicies.join(', ')}`] : []),
  ]
}

/** The verdicts without a policy: annotations decide. */
function ownVerdicts(
  annotations: Readonly<Record<string, string>>,
  clusters: readonly Cluster[],
): Readonly<Record<string, ReportedVerdict>> {
  const verdictOf = verdicts(annotations)
  return Object.fromEntries(clusters.map(({ metadata }) => [metadata.name ?? '', verdictOf(metadata)]))
}

function verdicts(
  annotations: Readonly<Record<string, string>>,
): (metadata: Cluster['metadata']) => ReportedVerdict {
  try {
    const placement = Placement.of(annotations)
    return ({ name = '', labels }) =>
      placement.includes({ name, labels })
        ? { chosen: true }
        : { chosen: false, message: 'annotations of the object do not select the cluster' }
  } catch (error) {
    if (!(error instanceof PlacementError)) throw error
    return () => ({ chosen: false, message: `${error.message}; no cluster is changed` })
  }
}

/** Why a plan leaves out a cluster that was chosen; undefined if it does not, or does not say. */
function unplanned(
  { kind }: FoundResource,
  annotations: Readonly<Record<string, string>>,
  cluster: string,
): string | undefined {
  if (kind === 'Job') return 'the other clusters do all that the Job wants done'
  if (kind === 'HorizontalPodAutoscaler') return 'the other clusters have all of the maximum'
  const list = annotations[AUTOSCALED_CLUSTERS]
  return list === undefined || list.includes(JSON.stringify(cluster))
    ? undefined
    : 'its autoscaler is in other clusters'
}

interface ReportedState {
  readonly state?: string
  readonly reason?: string
  readonly message?: string
  readonly asked?: number
}

function rowOf(
  name: string,
  verdict: ReportedVerdict | undefined,
  state: ReportedState | undefined,
  unplanned: string | undefined,
): readonly string[] {
  const { chosen } = verdict ?? {}
  const message = verdict?.message ?? (chosen && state === undefined ? unplanned : undefined)
  const problem = [state?.reason, state?.message].filter((text) => text !== undefined).join(': ')
  const why = message ?? (verdict === undefined ? 'the host has not decided yet' : '')
  return [
    name,
    chosen === undefined ? NONE : chosen ? 'yes' : 'no',
    state?.state ?? NONE,
    state?.asked === undefined ? NONE : String(state.asked),
    [why, problem].filter((text) => text !== '').join('; '),
  ]
}

/** Clients may have written anything into the annotation. */
function parseStates(text: string | undefined): ReadonlyMap<string, ReportedState> {
  try {
    const states = JSON.parse(text ?? '{}') as Readonly<Record<string, ReportedState>> | null
    return new Map(Object.entries(states ?? {}))
  } catch {
    return new Map()
  }
}
