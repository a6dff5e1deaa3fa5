import { useMemo } from 'preact/hooks'
import { matchResource } from '#console/model/api/discovery.js'
import { resourceId } from '#console/model/api/resource.js'
import { resources } from '../api/kinds.js'
import { useObjects } from '../data/hooks.js'
import { PAGES } from '../pages.js'
import { go, goHere, namespace, place } from '../state/router.js'
import { type Choice, Picker } from '../ui/picker.js'
import { shown } from './keys.js'

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' }
const close = () => {
  shown.value = undefined
}

/** Opens kinds and pages by their names. */
export function Palette() {
  return (
    <Picker
      title="Search"
      placeholder="Kinds, short names, pages…"
      close={close}
      find={(typed) => [...findPages(typed), ...findKinds(typed)]}
    />
  )
}

function findPages(typed: string): Choice[] {
  const query = typed.trim().toLowerCase()
  const { at } = place.value
  return Object.entries(PAGES).flatMap(([name, { title, icon }]) => {
    if (icon === undefined || !title.toLowerCase().includes(query)) return []
    const page = name as 'overview'
    return [{ id: name, label: title, icon, choose: () => go({ page, at, namespace: namespace.value }) }]
  })
}

function findKinds(typed: string): Choice[] {
  const { at } = place.value
  return (resources.value ?? [])
    .flatMap((resource) => {
      const rank = matchResource(resource, typed)
      return rank === undefined ? [] : [{ rank, resource }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ resource }) => ({
      id: `${resourceId(resource)}/${resource.version}`,
      label: resource.kind,
      hint: resourceId(resource),
      icon: 'columns',
      choose: () => go({ page: 'list', resource, at, namespace: namespace.value }),
    }))
}

/** Chooses the namespace. A user who may not list namespaces types one. */
export function NamespacePicker() {
  const { items } = useObjects(NAMESPACES, {}, 'metadata')
  const names = useMemo(() => items.map(({ metadata }) => metadata.name ?? '').toSorted(), [items])
  const find = (typed: string): Choice[] => {
    const query = typed.trim().toLowerCase()
    const found = names.filter((name) => name.includes(query))
    const all = query === '' ? [choiceOf(undefined, 'All namespaces')] : []
    const other = query !== '' && !names.includes(query) ? [choiceOf(query, `Use “${query}”`)] : []
    return [...all, ...found.map((name) => choiceOf(name, name)), ...other]
  }
  return <Picker title="Namespace" placeholder="Choose a namespace…" close={close} find={find} />
}

const choiceOf = (name: string | undefined, label: string): Choice => ({
  id: name ?? '_all',
  label,
  hint: name === namespace.value ? 'current' : undefined,
  choose: () => goHere({ namespace: name }),
})
