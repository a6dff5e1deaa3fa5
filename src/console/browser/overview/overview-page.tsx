import { type Resource, resourceId } from '#console/model/api/resource.js'
import { findProblems } from '#console/model/health/findings.js'
import { rolloutOf } from '#console/model/health/rollout.js'
import { counts, resources } from '../api/kinds.js'
import { config } from '../config.js'
import type { PageProps } from '../page-props.js'
import { linkTo, moment, namespace } from '../state/router.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { FirstSteps } from './first-steps.js'
import { NodeMap } from './node-map.js'
import { ProblemList } from './problem-list.js'
import { RolloutList } from './rollout-list.js'
import { type Collections, useCollections } from './use-collections.js'
import { WarningList } from './warning-list.js'

const WANTED = [
  { id: 'deployments.apps' },
  { id: 'statefulsets.apps' },
  { id: 'daemonsets.apps' },
  { id: 'replicasets.apps' },
  { id: 'jobs.batch' },
  { id: 'cronjobs.batch' },
  { id: 'pods' },
  { id: 'nodes' },
  { id: 'persistentvolumeclaims' },
]
const EVENTS = [{ id: 'events', fields: 'type=Warning' }]
const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])
/** What the server creates for itself says nothing about its use. */
const OWN_GROUPS =
  /^(flowcontrol\.apiserver|rbac\.authorization|coordination|scheduling|admissionregistration|apiregistration|networking)\.k8s\.io$/
const OWN_KINDS = new Set([
  'namespaces',
  'services',
  'endpoints',
  'endpointslices',
  'serviceaccounts',
  'events',
])

const isOwn = ({ group, plural }: Resource) =>
  OWN_GROUPS.test(group) || (OWN_KINDS.has(plural) && group !== 'apps')

/** What needs somebody, what is on its way, and how much there is. */
export default function OverviewPage(_: PageProps<'overview'>) {
  const collections = useCollections(WANTED)
  const events = useCollections(EVENTS)
  const found = (resources.value ?? [])
    .map((resource) => ({ resource, count: counts.value.get(resourceId(resource)) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  const isEmpty =
    counts.value.size > 0 && moment.value === undefined && found.every(({ resource }) => isOwn(resource))
  return (
    <div class="page">
      <header class="page-head">
        <h1>Overview</h1>
        <span class="muted truncate">
          {namespace.value ?? 'All namespaces'} · Binnacle {config.version}
        </span>
      </header>
      {isEmpty ? <FirstSteps /> : <Health collections={collections} events={events} />}
      {moment.value === undefined && found.length > 0 && (
        <section class="panel" aria-label="Objects">
          <h2>Objects</h2>
          <ul class="cards">
            {found.map(({ resource, count }) => (
              <li key={resourceId(resource)}>
                <a class="card" href={linkTo({ page: 'list', resource })}>
                  <span class="card-number">{count.toLocaleString('en')}</span>
                  <span class="card-label truncate" title={resourceId(resource)}>
                    {resource.plural}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Health({ collections, events }: { collections: Collections; events: Collections }) {
  const { found, isComplete, failure, tooLarge } = collections
  if (failure !== undefined) return <FailureState failure={failure} />
  if (!isComplete) return <LoadingState label="Loading the state" />
  const itemsOf = (id: string) => found.find(({ resource }) => resourceId(resource) === id)?.items ?? []
  const rollouts = found.flatMap(({ resource, items }) => {
    if (!WORKLOADS.has(resource.kind)) return []
    return items.flatMap((object) => {
      const rollout = rolloutOf(resource.kind, object)
      return rollout === undefined ? [] : [{ resource, object, rollout }]
    })
  })
  const hasHealth = found.some(({ items }) => items.length > 0)
  const warnings = events.found[0]?.items ?? []
  if (moment.value !== undefined && !hasHealth && warnings.length === 0) {
    return (
      <EmptyState icon="home" title="There was nothing to run at this moment">
        Tables show the other objects of it.
      </EmptyState>
    )
  }
  return (
    <>
      {tooLarge.length > 0 && (
        <p class="panel muted">
          Not looked at, because there are so many: {tooLarge.map(({ plural }) => plural).join(', ')}. Choose
          a namespace, or open a table.
        </p>
      )}
      {hasHealth && <ProblemList findings={findProblems(found)} />}
      <RolloutList rollouts={rollouts} />
      <WarningList events={warnings} />
      <NodeMap nodes={itemsOf('nodes')} pods={itemsOf('pods')} />
    </>
  )
}
