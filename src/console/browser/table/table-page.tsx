import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { resourceId } from '#console/model/api/resource.js'
import type { SortOrder } from '#console/model/table/row-store.js'
import { findResource } from '../api/kinds.js'
import { can } from '../api/rights.js'
import { useTable } from '../data/hooks.js'
import { retryAll } from '../data/reader.js'
import type { PageProps } from '../page-props.js'
import { goHere, linkTo, moment } from '../state/router.js'
import { DeleteDialog } from '../ui/delete-dialog.js'
import { Icon } from '../ui/icon.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { FilterBar } from './filter-bar.js'
import { Grid } from './grid.js'
import type { Selected } from './use-selection.js'

const orderOf = (sort: string | undefined): SortOrder | undefined =>
  sort === undefined ? undefined : { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }

/** All objects of a kind. */
export default function TablePage({ place }: PageProps<'list'>) {
  const { resource: ref, labels, fields, namespace } = place
  const resource = findResource(ref)
  const within = resource?.namespaced === false ? undefined : namespace
  const { table, reader } = useTable(ref, { namespace: within, labels, fields })
  const selected = useSignal<Selected>(new Map())
  const isDeleting = useSignal(false)
  const isWide = useSignal(false)
  useEffect(
    () => reader.view({ filter: place.filter ?? '', order: orderOf(place.sort) }),
    [reader, place.filter, place.sort],
  )
  useEffect(() => {
    selected.value = new Map()
  }, [reader, selected])
  if (resource === undefined) {
    return (
      <EmptyState isPage icon="warning" title={`The server has no ${resourceId(ref)}`}>
        The kind may have been removed.
      </EmptyState>
    )
  }
  const mayDelete = moment.value === undefined && can('delete', resource, within)
  const { total, matched, isComplete, failure } = table
  return (
    <div class="page table-page">
      <header class="page-head">
        <h1 class="truncate">{resource.kind}</h1>
        <span class="muted nowrap" role="status">
          {isComplete && (matched === total ? format(total) : `${format(matched)} of ${format(total)}`)}
        </span>
        <span class="grow" />
        {selected.value.size > 0 && (
          <>
            <span class="muted nowrap">{selected.value.size} selected</span>
            <button
              type="button"
              class="button danger"
              disabled={!mayDelete}
              title={mayDelete ? undefined : `You may not delete ${resource.plural} here`}
              onClick={() => (isDeleting.value = true)}
            >
              <Icon name="trash" /> Delete
            </button>
          </>
        )}
        {table.columns.some(({ priority }) => priority > 0) && (
          <button
            type="button"
            class="button"
            aria-pressed={isWide.value}
            onClick={() => (isWide.value = !isWide.value)}
          >
            <Icon name="columns" /> Wide
          </button>
        )}
        {moment.value === undefined && resource.verbs.includes('create') && (
          <a class="button" href={linkTo({ page: 'create', query: { kind: resourceId(resource) } })}>
            <Icon name="plus" /> Create
          </a>
        )}
      </header>
      <FilterBar place={place} />
      {failure !== undefined ? (
        <FailureState failure={failure} retry={moment.value === undefined ? retryAll : undefined} />
      ) : !isComplete && total === 0 ? (
        <LoadingState />
      ) : matched === 0 ? (
        <Nothing kind={resource.kind} isFiltered={total > 0 || Boolean(labels || fields)} within={within} />
      ) : (
        <Grid
          key={resourceId(resource)}
          resource={resource}
          place={place}
          table={table}
          reader={reader}
          hasNamespaces={resource.namespaced && within === undefined}
          isWide={isWide.value}
          selected={selected}
          remove={() => {
            if (mayDelete && selected.value.size > 0) isDeleting.value = true
          }}
        />
      )}
      {isDeleting.value && (
        <DeleteDialog
          resource={resource}
          objects={[...selected.value.values()]}
          close={() => (isDeleting.value = false)}
          done={() => (selected.value = new Map())}
        />
      )}
    </div>
  )
}

const format = (count: number) => count.toLocaleString('en')

interface NothingProps {
  readonly kind: string
  readonly isFiltered: boolean
  readonly within: string | undefined
}

function Nothing({ kind, isFiltered, within }: NothingProps) {
  if (!isFiltered) {
    return (
      <EmptyState
        icon="columns"
        title={`There is no ${kind}${within === undefined ? '' : ` in the namespace ${within}`}`}
      >
        {moment.value === undefined ? 'New objects appear here by themselves.' : 'Not at this moment.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={`No ${kind} matches`}>
      <button
        type="button"
        class="button"
        onClick={() => goHere({ filter: undefined, labels: undefined, fields: undefined })}
      >
        Clear filters
      </button>
    </EmptyState>
  )
}
