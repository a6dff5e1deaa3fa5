import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import {
  ACCEPT,
  collectionPath,
  objectPath,
  type Representation,
  type ResourceRef,
  withQuery,
} from '#console/model/api/resource.js'
import { fetchJson } from '../api/fetch.js'
import { moment } from '../state/router.js'
import type { ObjectsState, TableState } from './messages.js'
import { openObjects, openTable, type TableReader } from './reader.js'

/** Which objects of a resource. */
export interface Selection {
  /** Undefined for all namespaces. */
  readonly namespace?: string | undefined
  readonly labels?: string | undefined
  readonly fields?: string | undefined
}

const pathOf = (resource: ResourceRef, { namespace, labels, fields }: Selection) =>
  withQuery(collectionPath(resource, namespace), { labelSelector: labels, fieldSelector: fields })

/** The table of a resource, at the moment of the page. `reader` takes the filter, the order and the visible rows. */
export function useTable(
  resource: ResourceRef,
  selection: Selection,
): { readonly table: TableState; readonly reader: TableReader } {
  const path = pathOf(resource, selection)
  const at = moment.value
  const reader = useMemo(() => openTable({ as: 'table', path, accept: ACCEPT.table, at }), [path, at])
  useEffect(() => () => reader.close(), [reader])
  return { table: reader.state.value, reader }
}

/** The objects of a resource, at the moment of the page. For collections of at most a few hundred. */
export function useObjects(
  resource: ResourceRef,
  selection: Selection = {},
  as: Exclude<Representation, 'table'> = 'object',
): ObjectsState {
  const path = pathOf(resource, selection)
  const at = moment.value
  const accept = ACCEPT[as]
  const reader = useMemo(() => openObjects({ as: 'objects', path, accept, at }), [path, at, accept])
  useEffect(() => () => reader.close(), [reader])
  return reader.state.value
}

export interface ObjectState {
  /** Undefined while it is read, and when it does not exist. */
  readonly object: ApiObject | undefined
  readonly isComplete: boolean
  readonly failure: Failure | undefined
}

/** One object, at the moment of the page. A user who may only get it sees it without its changes. */
export function useObject(resource: ResourceRef, namespace: string | undefined, name: string): ObjectState {
  const { items, isComplete, failure } = useObjects(resource, { namespace, fields: `metadata.name=${name}` })
  const path = objectPath(resource, namespace, name)
  const fetched = useSignal<ObjectState | undefined>(undefined)
  const mayOnlyGet = failure?.code === 403 && moment.value === undefined
  useEffect(() => {
    fetched.value = undefined
    if (!mayOnlyGet) return
    fetchJson<ApiObject>(path).then(
      (object) => {
        fetched.value = { object, isComplete: true, failure: undefined }
      },
      (error) => {
        fetched.value = { object: undefined, isComplete: true, failure: failureIn(error) }
      },
    )
  }, [path, mayOnlyGet, fetched])
  if (mayOnlyGet) return fetched.value ?? { object: undefined, isComplete: false, failure: undefined }
  return { object: items[0], isComplete, failure }
}
