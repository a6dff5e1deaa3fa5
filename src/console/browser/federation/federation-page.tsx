import { resourceId } from '#console/model/api/resource.js'
import { isFederated } from '#console/model/federation/federated.js'
import { useObjects } from '../data/hooks.js'
import { useCollections } from '../overview/use-collections.js'
import type { PageProps } from '../page-props.js'
import { namespace } from '../state/router.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { ClusterCards } from './cluster-cards.js'
import { FederatedList } from './federated-list.js'
import { FederatedObject } from './federated-object.js'

const CLUSTERS = { group: 'federation', version: 'v1beta1', plural: 'clusters' }
/** The kinds that are propagated by default, without those that nobody reads in a list. */
const WANTED = [
  'deployments.apps',
  'statefulsets.apps',
  'replicasets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'horizontalpodautoscalers.autoscaling',
  'services',
  'ingresses.networking.k8s.io',
  'configmaps',
].map((id) => ({ id }))

/** The clusters of a federation host, and what is in them. */
export default function FederationPage({ place }: PageProps<'federation'>) {
  const clusters = useObjects(CLUSTERS)
  const collections = useCollections(WANTED)
  if (clusters.failure !== undefined) return <FailureState isPage failure={clusters.failure} />
  if (!clusters.isComplete) return <LoadingState />
  const names = clusters.items.map(({ metadata }) => metadata.name ?? '').toSorted()
  const federated = collections.found.flatMap(({ resource, items }) =>
    items.filter(isFederated).map((object) => ({ resource, object })),
  )
  const [id, within, name] = place.path ?? []
  if (name !== undefined) {
    const chosen = federated.find(
      ({ resource, object: { metadata } }) =>
        resourceId(resource) === id && metadata.namespace === within && metadata.name === name,
    )
    if (chosen !== undefined) return <FederatedObject {...chosen} clusters={names} />
    if (!collections.isComplete) return <LoadingState />
    return (
      <EmptyState
        isPage
        icon="globe"
        title={`${within}/${name} is not federated, or not in this namespace`}
      />
    )
  }
  return (
    <div class="page">
      <header class="page-head">
        <h1>Federation</h1>
        <span class="muted truncate">
          {names.length} {names.length === 1 ? 'cluster' : 'clusters'} · {namespace.value ?? 'All namespaces'}
        </span>
      </header>
      {names.length === 0 ? (
        <EmptyState icon="globe" title="There are no clusters yet">
          <code>binnacle join NAME --kubeconfig FILE</code> registers one.
        </EmptyState>
      ) : (
        <>
          <ClusterCards clusters={clusters.items} />
          {collections.isComplete ? <FederatedList objects={federated} clusters={names} /> : <LoadingState />}
        </>
      )}
    </div>
  )
}
