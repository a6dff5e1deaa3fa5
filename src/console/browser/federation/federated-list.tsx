import type { ApiObject } from '#console/model/api/object.js'
import { type Resource, resourceId } from '#console/model/api/resource.js'
import { sharesOf } from '#console/model/federation/federated.js'
import { linkTo } from '../state/router.js'
import { EmptyState } from '../ui/states.js'
import { ShareBars } from './share-bars.js'

interface Listed {
  readonly resource: Resource
  readonly object: ApiObject
}

/** Federated objects with their parts in each cluster. */
export function FederatedList({
  objects,
  clusters,
}: {
  objects: readonly Listed[]
  clusters: readonly string[]
}) {
  if (objects.length === 0) {
    return (
      <EmptyState icon="globe" title="Nothing is federated here">
        What you write to this host is copied to its clusters: deployments, services, configuration.
      </EmptyState>
    )
  }
  return (
    <section class="panel" aria-label="Federated objects">
      <h2>
        Federated objects <span class="count-badge">{objects.length}</span>
      </h2>
      <ul class="rows">
        {objects.map(({ resource, object }) => {
          const { namespace = '', name = '', uid } = object.metadata
          return (
            <li class="row" key={uid}>
              <a
                class="row-name"
                href={linkTo({ page: 'federation', path: [resourceId(resource), namespace, name] })}
              >
                <span class="wrap">
                  <span class="muted">{resource.kind}</span> {namespace}/<strong>{name}</strong>
                </span>
              </a>
              <ShareBars shares={sharesOf(object, clusters).filter(({ state }) => state !== undefined)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
