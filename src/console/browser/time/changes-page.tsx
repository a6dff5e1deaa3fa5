import { useEffect } from 'preact/hooks'
import { collectionPath, type Resource, resourceId } from '#console/model/api/resource.js'
import { compareVersions, filterWrites, managerOf, positionOf } from '#console/model/time/moments.js'
import { HISTORY_PATH } from '#protocol/history.js'
import { resources } from '../api/kinds.js'
import type { PageProps } from '../page-props.js'
import { go, linkTo, namespace } from '../state/router.js'
import { Age } from '../ui/age.js'
import { Icon } from '../ui/icon.js'
import { SearchInput } from '../ui/search-input.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { kept, loadKept } from './kept-history.js'
import { looks, markSeen } from './last-looked.js'
import { useWrites } from './use-writes.js'
import { WriteBars } from './write-bars.js'
import { WriteList } from './write-list.js'

const PAGE_SIZE = 100

/** Who changed what, the newest first. */
export default function ChangesPage({ place }: PageProps<'changes'>) {
  const { kind = '', manager, q: text, since, noise } = place.query ?? {}
  const resource = resources.value?.find((each) => resourceId(each) === kind)
  const isQuiet = noise !== 'shown' && resource === undefined
  const { items, failure, loadOlder } = useWrites(pathOf(resource), { since, isQuiet, pageSize: PAGE_SIZE })
  useEffect(() => {
    void loadKept()
  }, [])
  // The server would list what is left, as if it were all.
  const isTooOld =
    since !== undefined && kept.value !== undefined && positionOf(kept.value, since).kind === 'gone'
  const set = (parts: Readonly<Record<string, string | undefined>>) => {
    const query = Object.fromEntries(
      Object.entries({ ...place.query, ...parts }).filter((pair): pair is [string, string] =>
        Boolean(pair[1]),
      ),
    )
    go({ ...place, query }, { replace: true })
  }
  const shown = filterWrites(items ?? [], { namespace: namespace.value, manager, text })
  return (
    <div class="page">
      <header class="page-head">
        <h1>Changes</h1>
        <span class="muted truncate">{namespace.value ?? 'All namespaces'}</span>
      </header>
      <div class="filter-bar">
        <SearchInput
          label="Filter changes"
          placeholder="Name, field, manager"
          value={text ?? ''}
          onChange={(value) => set({ q: value })}
        />
        <Choice
          label="Kind"
          value={kind}
          all="All kinds"
          options={kindIds()}
          choose={(kind) => set({ kind })}
        />
        <Choice
          label="Manager"
          value={manager ?? ''}
          all="All managers"
          options={[...new Set([...(items ?? []).map(managerOf), ...(manager ? [manager] : [])])].sort()}
          choose={(manager) => set({ manager })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={!isQuiet}
            disabled={resource !== undefined}
            onChange={({ currentTarget }) => set({ noise: currentTarget.checked ? 'shown' : undefined })}
          />
          Leases and events
        </label>
      </div>
      <SinceBar since={since} count={items?.length} set={set} hasMore={loadOlder !== undefined} />
      {isTooOld ? (
        <TooOld showAll={() => set({ since: undefined })} />
      ) : failure !== undefined ? (
        <FailureState failure={failure} />
      ) : items === undefined ? (
        <LoadingState />
      ) : shown.length === 0 ? (
        <EmptyState icon="clock" title={items.length === 0 ? 'Nothing has changed' : 'No change matches'}>
          {since !== undefined && items.length === 0
            ? 'Everything is as you left it.'
            : 'Changes of the kept history appear here, as soon as they are made.'}
        </EmptyState>
      ) : (
        <>
          <WriteBars writes={shown} />
          <WriteList writes={shown} />
        </>
      )}
      {loadOlder !== undefined && items !== undefined && (
        <p class="more">
          <button type="button" class="button" onClick={() => void loadOlder()}>
            Load older changes
          </button>
        </p>
      )}
    </div>
  )
}

function pathOf(resource: Resource | undefined): string {
  if (resource === undefined) return HISTORY_PATH
  return HISTORY_PATH + collectionPath(resource, resource.namespaced ? namespace.value : undefined)
}

const kindIds = (): readonly string[] => (resources.value ?? []).map(resourceId).toSorted()

function Choice({
  label,
  value,
  all,
  options,
  choose,
}: {
  label: string
  value: string
  all: string
  options: readonly string[]
  choose: (value: string) => void
}) {
  return (
    <select
      class="input select"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

type SetQuery = (parts: Readonly<Record<string, string | undefined>>) => void

/** Offers what is new since the last visit, or says that only this is shown. */
function SinceBar({
  since,
  count,
  hasMore,
  set,
}: {
  since: string | undefined
  count: number | undefined
  hasMore: boolean
  set: SetQuery
}) {
  const before = looks.value?.before
  if (since === undefined) {
    if (
      before === undefined ||
      compareVersions(before.resourceVersion, looks.value?.last.resourceVersion ?? '0') >= 0
    )
      return null
    return (
      <p class="since">
        <a class="link" href={linkTo({ page: 'changes', query: { since: before.resourceVersion } })}>
          What changed since I last looked
        </a>
        <span class="muted">
          {' '}
          <Age since={before.time} isFromNow /> ago
        </span>
      </p>
    )
  }
  const isLastLook = before?.resourceVersion === since
  return (
    <p class="since" role="status">
      <span>
        {count === undefined
          ? 'Changes'
          : `${count}${hasMore ? '+' : ''} ${count === 1 ? 'change' : 'changes'}`}{' '}
        {isLastLook ? 'since you last looked' : `since version ${since}`}
        {isLastLook && (
          <span class="muted">
            , <Age since={before.time} isFromNow /> ago
          </span>
        )}
      </span>
      <button
        type="button"
        class="button small"
        onClick={() => void markSeen().then(() => set({ since: undefined }))}
      >
        <Icon name="check" /> Mark as seen
      </button>
      <button type="button" class="button small" onClick={() => set({ since: undefined })}>
        All changes
      </button>
    </p>
  )
}

function TooOld({ showAll }: { showAll: () => void }) {
  return (
    <EmptyState icon="clock" title="That was before the history begins">
      <p>The server keeps changes for a while, and has forgotten some of those since then.</p>
      <button type="button" class="button" onClick={showAll}>
        Show what it still knows
      </button>
    </EmptyState>
  )
}
