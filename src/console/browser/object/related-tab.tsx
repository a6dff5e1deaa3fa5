import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { objectPath, parseApiVersion, type ResourceRef } from '#console/model/api/resource.js'
import { DEPENDENTS_PATH, type DependentList } from '#protocol/dependents.js'
import { fetchJson } from '../api/fetch.js'
import { findKind } from '../api/kinds.js'
import { linkTo } from '../state/router.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { OwnerGraph, type OwnerNode } from './owner-graph.js'
import type { TabProps } from './tab-props.js'

interface Related {
  readonly uid: string
  readonly kind: string
  readonly name: string
  readonly namespace: string | undefined
  readonly resource: ResourceRef | undefined
  readonly note: string
}

/** A larger graph is no help: then the lists are all. */
const MAX_IN_GRAPH = 60

/** What owns the object, and what it owns. */
export default function RelatedTab({ resource, object }: TabProps) {
  const { namespace, name = '', uid, ownerReferences = [] } = object.metadata
  const list = useSignal<DependentList | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    fetchJson<DependentList>(DEPENDENTS_PATH + objectPath(resource, namespace, name)).then(
      (found) => {
        list.value = found
      },
      (error) => {
        failure.value = failureIn(error)
      },
    )
  }, [uid, object.metadata.resourceVersion, list, failure])
  if (failure.value !== undefined) return <FailureState failure={failure.value} />
  if (list.value === undefined) return <LoadingState />
  const owners = ownerReferences.map(({ apiVersion, kind, name, uid, controller }): Related => {
    const found = findKind(apiVersion, kind)
    const within = found?.namespaced ? namespace : undefined
    return { uid, kind, name, namespace: within, resource: found, note: controller ? 'controller' : '' }
  })
  const dependents = list.value.items.map(
    ({ apiVersion, kind, resource, namespace, name, uid, collected }): Related => ({
      uid,
      kind,
      name,
      namespace,
      resource: { ...parseApiVersion(apiVersion), plural: resource },
      note: collected ? '' : 'has other owners',
    }),
  )
  const { hidden } = list.value
  if (owners.length + dependents.length + hidden === 0) {
    return <EmptyState icon="graph" title="Nothing owns it, and it owns nothing" />
  }
  const { items } = list.value
  const nodeOf = (
    { uid, kind, name, namespace, resource }: Related,
    owners: readonly string[],
  ): OwnerNode => ({
    id: uid,
    kind,
    name,
    owners,
    href: resource && linkTo({ page: 'object', resource, within: namespace, name }),
    isCurrent: uid === object.metadata.uid,
  })
  const self = { uid: uid ?? '', kind: resource.kind, name, namespace, resource, note: '' }
  const nodes = [
    ...owners.map((owner) => nodeOf(owner, [])),
    nodeOf(
      self,
      owners.map((owner) => owner.uid),
    ),
    ...dependents.map((each, index) => nodeOf(each, items[index]?.owners ?? [])),
  ]
  return (
    <section class="tab-panel">
      {nodes.length <= MAX_IN_GRAPH && <OwnerGraph nodes={nodes} />}
      <RelatedList title="Owners" objects={owners} />
      <RelatedList title="Dependents" objects={dependents} />
      {hidden > 0 && <p class="muted">{hidden} more that you may not see</p>}
    </section>
  )
}

function RelatedList({ title, objects }: { title: string; objects: readonly Related[] }) {
  if (objects.length === 0) return null
  return (
    <>
      <h2 class="section-title">{title}</h2>
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Name</th>
            <th scope="col">Namespace</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {objects.map(({ uid, kind, name, namespace, resource, note }) => (
            <tr key={uid}>
              <td class="nowrap">{kind}</td>
              <td class="wrap">
                {resource === undefined ? (
                  name
                ) : (
                  <a href={linkTo({ page: 'object', resource, within: namespace, name })}>{name}</a>
                )}
              </td>
              <td class="muted">{namespace}</td>
              <td class="muted">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
