import { useEffect, useMemo } from 'preact/hooks'
import type { Failure } from '#console/model/api/failure.js'
import { ACCEPT, collectionPath, type Resource, resourceId, withQuery } from '#console/model/api/resource.js'
import type { Collection } from '#console/model/health/findings.js'
import { counts, resources } from '../api/kinds.js'
import { openObjects } from '../data/reader.js'
import { moment, namespace } from '../state/router.js'

/** Larger collections are for tables: reading them whole would slow down the page and the server. */
const MAX_OBJECTS = 3000

export interface WantedCollection {
  /** Such as `deployments.apps`. */
  readonly id: string
  readonly fields?: string
}

export interface Collections {
  readonly found: readonly Collection[]
  /** Whether everything has been read once, or was refused. */
  readonly isComplete: boolean
  /** Why nothing could be read; undefined if something could. */
  readonly failure: Failure | undefined
  /** Those that are too large to be read. */
  readonly tooLarge: readonly Resource[]
}

/** Objects of several kinds, in the chosen namespace and at the chosen moment. Kinds that are not served are left out. */
export function useCollections(wanted: readonly WantedCollection[]): Collections {
  const served = wanted.flatMap(({ id, fields }) => {
    const resource = resources.value?.find((each) => resourceId(each) === id)
    return resource === undefined ? [] : [{ resource, fields }]
  })
  const isLarge = ({ resource }: { resource: Resource }) =>
    (counts.value.get(resourceId(resource)) ?? 0) > MAX_OBJECTS
  const read = served.filter((each) => !isLarge(each))
  const at = moment.value
  const pathOf = ({ resource, fields }: (typeof served)[number]) => {
    const within = resource.namespaced ? namespace.value : undefined
    return withQuery(collectionPath(resource, within), { fieldSelector: fields })
  }
  const paths = read.map(pathOf)
  const readers = useMemo(
    () => paths.map((path) => openObjects({ as: 'objects', path, accept: ACCEPT.object, at })),
    [paths.join(' '), at],
  )
  useEffect(
    () => () => {
      for (const reader of readers) reader.close()
    },
    [readers],
  )
  const failures = readers.flatMap(({ state }) => state.value.failure ?? [])
  return {
    found: read.map(({ resource }, index) => ({ resource, items: readers[index]?.state.value.items ?? [] })),
    isComplete: readers.every(({ state }) => state.value.isComplete || state.value.failure !== undefined),
    failure: failures.length === readers.length ? failures[0] : undefined,
    tooLarge: served.filter(isLarge).map(({ resource }) => resource),
  }
}
