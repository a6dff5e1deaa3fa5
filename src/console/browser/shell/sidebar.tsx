import { useState } from 'preact/hooks'
import { matchResource, type ResourceGroup } from '#console/model/api/discovery.js'
import { type Resource, resourceId } from '#console/model/api/resource.js'
import { counts, resourceGroups, resources } from '../api/kinds.js'
import { PAGES } from '../pages.js'
import { favourites, openGroups } from '../state/preferences.js'
import { linkTo, place } from '../state/router.js'
import { Icon } from '../ui/icon.js'
import { shown } from './keys.js'

/** More links make the page slow, and nobody reads them. */
const MAX_FOUND = 100

const toggled = (list: readonly string[], entry: string) =>
  list.includes(entry) ? list.filter((each) => each !== entry) : [...list, entry]

export function Sidebar() {
  const [filter, setFilter] = useState('')
  const chosen = favourites.value.flatMap((id) => {
    const found = resources.value?.find((each) => resourceId(each) === id)
    return found === undefined ? [] : [found]
  })
  return (
    <nav class="sidebar-nav" aria-label="Kinds and pages">
      <ul class="nav-list">
        {Object.entries(PAGES).map(([name, { title, icon, isServed }]) => {
          if (icon === undefined || isServed?.() === false) return null
          const page = name as 'overview'
          return (
            <li key={name}>
              <a
                class="nav-link"
                href={linkTo({ page })}
                aria-current={place.value.page === page ? 'page' : undefined}
                onClick={closeDrawer}
              >
                <Icon name={icon} />
                <span class="truncate">{title}</span>
              </a>
            </li>
          )
        })}
      </ul>
      <div class="sidebar-filter">
        <input
          type="search"
          class="input"
          aria-label="Filter kinds"
          placeholder="Filter kinds"
          autocomplete="off"
          spellcheck={false}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </div>
      {filter.trim() !== '' ? (
        <Found filter={filter} />
      ) : (
        <>
          {chosen.length > 0 && (
            <Group group={{ name: 'favourites', label: 'Favourites', resources: chosen }} isAlwaysOpen />
          )}
          {resourceGroups.value.map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </>
      )}
    </nav>
  )
}

function closeDrawer(): void {
  if (shown.value === 'sidebar') shown.value = undefined
}

function Found({ filter }: { filter: string }) {
  const found = (resources.value ?? [])
    .flatMap((resource) => {
      const rank = matchResource(resource, filter)
      return rank === undefined ? [] : [{ rank, resource }]
    })
    .toSorted((one, other) => one.rank - other.rank)
  if (found.length === 0) return <p class="sidebar-note">No kind matches.</p>
  return (
    <>
      <ul class="nav-list">
        {found.slice(0, MAX_FOUND).map(({ resource }) => (
          <KindLink key={resourceId(resource)} resource={resource} />
        ))}
      </ul>
      {found.length > MAX_FOUND && <p class="sidebar-note">{found.length - MAX_FOUND} more</p>}
    </>
  )
}

function Group({ group, isAlwaysOpen = false }: { group: ResourceGroup; isAlwaysOpen?: boolean }) {
  const { name, label, resources } = group
  const isOpen = isAlwaysOpen || openGroups.value.includes(name)
  return (
    <section class="nav-group">
      <h2>
        {isAlwaysOpen ? (
          <span class="nav-group-title">{label}</span>
        ) : (
          <button
            type="button"
            class="nav-group-title"
            aria-expanded={isOpen}
            title={label}
            onClick={() => (openGroups.value = toggled(openGroups.value, name))}
          >
            <Icon name="chevron" />
            <span class="truncate">{label}</span>
            <span class="count">{resources.length}</span>
          </button>
        )}
      </h2>
      {isOpen && (
        <ul class="nav-list">
          {resources.map((resource) => (
            <KindLink key={resourceId(resource)} resource={resource} />
          ))}
        </ul>
      )}
    </section>
  )
}

function KindLink({ resource }: { resource: Resource }) {
  const id = resourceId(resource)
  const current = place.value
  const isCurrent =
    (current.page === 'list' || current.page === 'object') && resourceId(current.resource) === id
  const isFavourite = favourites.value.includes(id)
  const count = counts.value.get(id)
  return (
    <li class="nav-item">
      <a
        class="nav-link"
        href={linkTo({ page: 'list', resource })}
        title={id}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={closeDrawer}
      >
        <span class="truncate">{resource.kind}</span>
        {count !== undefined && (
          <span class={count === 0 ? 'count zero' : 'count'}>{count.toLocaleString('en')}</span>
        )}
      </a>
      <button
        type="button"
        class="star"
        aria-label={`Favourite ${resource.kind}`}
        aria-pressed={isFavourite}
        onClick={() => (favourites.value = toggled(favourites.value, id))}
      >
        <Icon name="star" filled={isFavourite} />
      </button>
    </li>
  )
}
