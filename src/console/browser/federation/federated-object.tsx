import { type ApiObject, numberAt } from '#console/model/api/object.js'
import type { Resource } from '#console/model/api/resource.js'
import {
  overridesOf,
  placementOf,
  preferencesAnnotation,
  sharesOf,
} from '#console/model/federation/federated.js'
import { linkTo } from '../state/router.js'
import { Preferences } from './preferences.js'
import { ShareBars, toneOfState } from './share-bars.js'

interface FederatedObjectProps {
  readonly resource: Resource
  readonly object: ApiObject
  readonly clusters: readonly string[]
}

/** One federated object: where it is and why, what differs there, and how its replicas are divided. */
export function FederatedObject({ resource, object, clusters }: FederatedObjectProps) {
  const { namespace, name = '' } = object.metadata
  const shares = sharesOf(object, clusters)
  const { policy, overridePolicies = [], byAnnotations } = placementOf(object)
  const overrides = overridesOf(object)
  const annotation = preferencesAnnotation(resource.kind)
  const replicas = numberAt(object, 'spec', resource.kind === 'Job' ? 'parallelism' : 'replicas') ?? 1
  return (
    <div class="page object-page">
      <header class="page-head">
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href={linkTo({ page: 'federation' })}>Federation</a>
        </nav>
        <h1 class="truncate" title={name}>
          {name}
        </h1>
        <a class="link nowrap" href={linkTo({ page: 'object', resource, within: namespace, name })}>
          Open {resource.kind}
        </a>
      </header>
      <section class="panel" aria-label="Replicas">
        <h2>In the clusters</h2>
        <ShareBars shares={shares.filter(({ state }) => state !== undefined)} />
      </section>
      <section class="panel" aria-label="Placement">
        <h2>Why it is there or not</h2>
        <p class="muted">
          {byAnnotations
            ? 'Annotations of the object choose the clusters.'
            : policy === undefined
              ? 'No policy acts: the object goes to every cluster that its annotations do not exclude.'
              : `${policy} chooses the clusters.`}
        </p>
        <div class="scroll-x">
          <table class="plain-table">
            <thead>
              <tr>
                <th scope="col">Cluster</th>
                <th scope="col">Chosen</th>
                <th scope="col">State</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {shares.map(({ cluster, isChosen, state, why }) => (
                <tr key={cluster}>
                  <td class="wrap">{cluster}</td>
                  <td>{isChosen === undefined ? '–' : isChosen ? 'yes' : 'no'}</td>
                  <td>{state !== undefined && <span class={`tone ${toneOfState(state)}`}>{state}</span>}</td>
                  <td class="muted wrap">{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {overrides.length + overridePolicies.length > 0 && (
        <section class="panel" aria-label="Overrides">
          <h2>Overrides</h2>
          {overridePolicies.length > 0 && <p class="muted">{overridePolicies.join(', ')}</p>}
          <ul class="rows">
            {overrides.map(({ where, operations }) => (
              <li class="row" key={where}>
                <strong class="wrap">{where}</strong>
                <div class="row-text">
                  {operations.map(({ op, path, value }) => (
                    <code key={path} class="field-path">
                      {op} {path} {value === undefined ? '' : JSON.stringify(value)}
                    </code>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {annotation !== undefined && (
        <Preferences
          key={object.metadata.uid}
          resource={resource}
          object={object}
          annotation={annotation}
          shares={shares}
          replicas={replicas}
        />
      )}
    </div>
  )
}
