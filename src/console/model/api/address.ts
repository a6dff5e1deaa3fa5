import type { ResourceRef } from './resource.js'

/** What a page shows: all of it is in the fragment of the URL, so that a link leads to the same. */
export type Place = Page & {
  /** The resource version to show; undefined for now. */
  readonly at?: string | undefined
  /** The chosen namespace; undefined for all. */
  readonly namespace?: string | undefined
}

export type Page = SimplePage | ListPage | ObjectPage

/** A page that is none of a kind. It may have a path and parameters of its own. */
export interface SimplePage {
  readonly page: (typeof SIMPLE)[number]
  readonly path?: readonly string[] | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
}

export interface ListPage {
  readonly page: 'list'
  readonly resource: ResourceRef
  readonly labels?: string | undefined
  readonly fields?: string | undefined
  readonly filter?: string | undefined
  /** The name of the column, with a minus for descending order. */
  readonly sort?: string | undefined
}

export interface ObjectPage {
  readonly page: 'object'
  readonly resource: ResourceRef
  /** The namespace of the object; undefined for cluster-scoped kinds. */
  readonly within?: string | undefined
  readonly name: string
  readonly tab?: string | undefined
}

const SIMPLE = ['overview', 'topology', 'changes', 'server', 'federation', 'access', 'create'] as const
/** Parameters that every page may have. */
const COMMON = new Set(['ns', 'at'])
/** Stands for the core group, and for no namespace. */
const NONE = '_'

/** The fragment of a place, with the `#`. */
export function formatPlace(place: Place): string {
  const query = new URLSearchParams()
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') query.set(name, value)
  }
  add('ns', place.namespace)
  if (place.page === 'list') {
    add('labels', place.labels)
    add('fields', place.fields)
    add('filter', place.filter)
    add('sort', place.sort)
  }
  if (place.page === 'object') add('tab', place.tab)
  if ('query' in place) for (const [name, value] of Object.entries(place.query ?? {})) add(name, value)
  add('at', place.at)
  const text = query.toString()
  return `#/${pathOf(place).map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

function pathOf(place: Page): string[] {
  if (place.page !== 'list' && place.page !== 'object') return [place.page, ...(place.path ?? [])]
  const { group, version, plural } = place.resource
  const path = [place.page, group || NONE, version, plural]
  return place.page === 'list' ? path : [...path, place.within || NONE, place.name]
}

/** The place of a fragment. Anything that is none is the overview. */
export function parsePlace(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2)
  const parameters = new URLSearchParams(query)
  const get = (name: string) => parameters.get(name) || undefined
  const common = { namespace: get('ns'), at: /^[1-9][0-9]*$/.test(get('at') ?? '') ? get('at') : undefined }
  const segments = path.split('/').map(decoded)
  const [page = '', group = '', version = '', plural = '', within = '', name = ''] = segments
  const resource = { group: group === NONE ? '' : group, version, plural }
  if (page === 'list' && plural !== '') {
    return {
      ...common,
      page,
      resource,
      labels: get('labels'),
      fields: get('fields'),
      filter: get('filter'),
      sort: get('sort'),
    }
  }
  if (page === 'object' && name !== '') {
    return { ...common, page, resource, within: within === NONE ? undefined : within, name, tab: get('tab') }
  }
  const simple = SIMPLE.find((known) => known === page)
  if (simple === undefined) return { ...common, page: 'overview' }
  const own = [...parameters].filter(([name]) => !COMMON.has(name))
  const below = segments.slice(1).filter(Boolean)
  return {
    ...common,
    page: simple,
    path: below.length === 0 ? undefined : below,
    query: own.length === 0 ? undefined : Object.fromEntries(own),
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The place without what is undefined, for comparisons. */
export const isSamePlace = (one: Place, other: Place): boolean => formatPlace(one) === formatPlace(other)
