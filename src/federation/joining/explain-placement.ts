import { CLUSTER_STATUS, PLACEMENT } from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { PlacementError } from '#federation/placement/cluster-selector.js'
import { Placement } from '#federation/placement/placement.js'
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

/** An object as a user names it. */
export interface ExplainedObject {
  /** `deployment`, `deploy` or `deployments.apps`. */
  readonly resource: string
  readonly name: string
  readonly namespace: string
}

const HEADINGS = ['CLUSTER', 'CHOSEN', 'STATE', 'REPLICAS', 'WHY']
const NONE = '-'

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
  const lines = [title, ...policyLines(report, isKnown)]
  const names = clusters.map((cluster) => cluster.metadata.name ?? '').sort()
  if (names.length === 0) return [...lines, '', 'The host has no clusters: "binnacle join" registers one.']
  if (!isKnown) return lines
  const rows = names.map((name) => rowOf(name, verdicts[name], states.get(name)))
  return [...lines, '', ...alignedColumns([HEADINGS, ...rows])]
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
  const policy = report?.policy ?? 'none: without a policy the object goes to every cluster'
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
): readonly string[] {
  const { chosen, message } = verdict ?? {}
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
