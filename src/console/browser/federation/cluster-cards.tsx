import { type ApiObject, conditionOf, listAt, textAt } from '#console/model/api/object.js'
import { CONDITION_TAINTS, TAINTS } from '#federation/annotations.js'
import { linkTo } from '../state/router.js'

const CLUSTERS = { group: 'federation', version: 'v1beta1', plural: 'clusters' }
const VERSION = 'federation.binnacle.dev/member-version'

export function ClusterCards({ clusters }: { clusters: readonly ApiObject[] }) {
  const inOrder = clusters.toSorted((one, other) =>
    (one.metadata.name ?? '').localeCompare(other.metadata.name ?? '', 'en', { numeric: true }),
  )
  return (
    <section class="panel" aria-label="Clusters">
      <ul class="node-map">
        {inOrder.map((cluster) => (
          <ClusterCard key={cluster.metadata.uid} cluster={cluster} />
        ))}
      </ul>
    </section>
  )
}

function ClusterCard({ cluster }: { cluster: ApiObject }) {
  const { name = '', annotations = {} } = cluster.metadata
  const { tone, label, message } = healthOf(cluster)
  const zones = listAt(cluster, 'status', 'zones').join(', ')
  const taints = [TAINTS, CONDITION_TAINTS].flatMap((annotation) => taintsIn(annotations[annotation]))
  return (
    <li class="node-box">
      <p class="node-head">
        <a class="truncate" href={linkTo({ page: 'object', resource: CLUSTERS, name })} title={name}>
          <strong>{name}</strong>
        </a>
        <span class={`badge ${tone}`}>{label}</span>
      </p>
      {tone === 'bad' && <p class="muted wrap">{message}</p>}
      <dl class="facts">
        <dt>Region</dt>
        <dd class="wrap">{textAt(cluster, 'status', 'region') || '–'}</dd>
        <dt>Zones</dt>
        <dd class="wrap">{zones || '–'}</dd>
        <dt>Version</dt>
        <dd class="wrap">{annotations[VERSION] ?? '–'}</dd>
        {taints.length > 0 && (
          <>
            <dt>Taints</dt>
            <dd>
              {taints.map((taint) => (
                <code key={taint} class="field-path">
                  {taint}
                </code>
              ))}
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}

function healthOf(cluster: ApiObject): {
  readonly tone: string
  readonly label: string
  readonly message: string
} {
  const offline = conditionOf(cluster, 'Offline')
  if (offline?.status === 'True') return { tone: 'bad', label: 'Offline', message: offline.message ?? '' }
  const ready = conditionOf(cluster, 'Ready')
  if (ready?.status === 'True') return { tone: 'good', label: 'Ready', message: '' }
  if (ready === undefined)
    return { tone: 'busy', label: 'Unknown', message: 'The host has not asked it yet.' }
  return { tone: 'bad', label: 'Not ready', message: ready.message ?? '' }
}

function taintsIn(text: string | undefined): readonly string[] {
  try {
    const taints = JSON.parse(text ?? '[]') as readonly { key: string; value?: string; effect: string }[]
    return taints.map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`)
  } catch {
    return []
  }
}
