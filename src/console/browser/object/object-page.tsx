import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { ApiObject } from '#console/model/api/object.js'
import { resourceId } from '#console/model/api/resource.js'
import { findResource } from '../api/kinds.js'
import { useObject } from '../data/hooks.js'
import type { PageProps } from '../page-props.js'
import { linkTo, moment } from '../state/router.js'
import { Age } from '../ui/age.js'
import { DeleteDialog } from '../ui/delete-dialog.js'
import { Icon } from '../ui/icon.js'
import { lazy } from '../ui/lazy.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { Tabs } from '../ui/tabs.js'
import { whyNot } from './may.js'
import { OBJECT_TABS } from './tabs.js'

const ObjectActions = lazy(
  () => import('./actions/object-actions.js'),
  () => null,
)

/** One object. When it is deleted, its last state stays. */
export default function ObjectPage({ place }: PageProps<'object'>) {
  const { resource: ref, within, name } = place
  const resource = findResource(ref)
  const { object: current, isComplete, failure } = useObject(ref, within, name)
  const isDeleting = useSignal(false)
  const seen = useRef<{ readonly id: string; readonly object: ApiObject }>(undefined)
  const id = [resourceId(ref), within, name, moment.value].join('/')
  if (current !== undefined) seen.current = { id, object: current }
  const object = current ?? (seen.current?.id === id ? seen.current.object : undefined)
  if (resource === undefined)
    return <EmptyState isPage icon="warning" title={`The server has no ${resourceId(ref)}`} />
  if (failure !== undefined) return <FailureState isPage failure={failure} />
  if (object === undefined) {
    if (!isComplete) return <LoadingState />
    return (
      <EmptyState isPage icon="warning" title={`${resource.kind} “${name}” does not exist`}>
        {moment.value === undefined ? 'It may have been deleted.' : 'Not at this moment.'}
      </EmptyState>
    )
  }
  const tabs = OBJECT_TABS.filter(({ applies }) => applies?.(resource) !== false)
  const tab = tabs.find((each) => each.id === place.tab) ?? tabs[0]
  if (tab === undefined) return null
  const Tab = tab.component
  const isGone = current === undefined
  const mayNotDelete = whyNot({ verb: 'delete', resource, namespace: within, name })
  return (
    <div class="page object-page">
      <header class="page-head">
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href={linkTo({ page: 'list', resource })}>{resource.kind}</a>
          {within !== undefined && (
            <a href={linkTo({ page: 'list', resource, namespace: within })} class="truncate">
              {within}
            </a>
          )}
        </nav>
        <h1 class="truncate" title={name}>
          {name}
        </h1>
        {isGone && <span class="badge bad">Deleted</span>}
        {!isGone && object.metadata.deletionTimestamp !== undefined && (
          <span class="badge busy">Terminating</span>
        )}
        <span class="grow" />
        <span class="muted nowrap">
          <Age since={object.metadata.creationTimestamp} />
        </span>
        {!isGone && <ObjectActions resource={resource} object={object} />}
        {!isGone && (
          <button
            type="button"
            class="button danger"
            disabled={mayNotDelete !== undefined}
            title={mayNotDelete}
            onClick={() => (isDeleting.value = true)}
          >
            <Icon name="trash" /> Delete
          </button>
        )}
      </header>
      <Tabs
        label="Parts of the object"
        current={tab.id}
        tabs={tabs.map(({ id, title }) => ({ id, title, href: linkTo({ ...place, tab: id }) }))}
      />
      <Tab key={`${tab.id} ${id} ${object.metadata.uid}`} resource={resource} object={object} />
      {isDeleting.value && (
        <DeleteDialog
          resource={resource}
          objects={[{ name, namespace: within ?? '' }]}
          close={() => (isDeleting.value = false)}
        />
      )}
    </div>
  )
}
