import { chosenPart, linkToPart } from './address.js'
import { type ApiIndex, type ApiPart, apiParts } from './api-parts.js'
import type { MediaQuery, PageDocument, PageElement, PageField, PageLocation } from './browser.js'
import { DISCOVERY, type DiscoveryList, knownKinds } from './known-kinds.js'
import { type ApiDocument, readableDocument } from './readable-document.js'
import { SearchField } from './search-field.js'
import { Viewer } from './viewer.js'

/** Runs in the browser: lists the parts of the API, shows the part that the URL names, and finds kinds. */

declare const document: PageDocument
declare const location: PageLocation
declare function matchMedia(query: string): MediaQuery
declare function addEventListener(type: 'hashchange', listen: () => void): void

const INDEX = '/openapi/v3'
const DISCOVERIES = ['/api', '/apis']

let viewer: Viewer | undefined

async function show(): Promise<void> {
  const parts = apiParts(await read<ApiIndex>(INDEX))
  const chosen = chosenPart(parts, location.search)
  if (chosen === undefined) throw new Error('the server has no API documents')
  listParts(parts, chosen)
  document.title = `${chosen.label} – Binnacle`
  const described = await read<ApiDocument>(chosen.url)
  element('notice').hidden = true
  viewer = new Viewer(readableDocument(described, chosen), element('viewer'))
  viewer.follow()
}

function offerSearch(): void {
  new SearchField(document, {
    field: element('search') as PageField,
    found: element('found'),
    outcome: element('outcome'),
    navigation: element('parts'),
    kinds: async () =>
      knownKinds(await Promise.all(DISCOVERIES.map((path) => read<DiscoveryList>(path, DISCOVERY)))),
    chosen: (href) => {
      // A link to the current URL fires no event.
      if (href === location.href) viewer?.follow()
    },
  })
}

async function read<T>(url: string, mediaType = 'application/json'): Promise<T> {
  const response = await fetch(url, { headers: { Accept: mediaType } })
  if (!response.ok) throw new Error(`${url} returned ${response.status} ${response.statusText}`)
  return (await response.json()) as T
}

function listParts(parts: readonly ApiPart[], chosen: ApiPart): void {
  for (const part of parts) {
    const link = document.createElement('a')
    link.textContent = part.label
    link.href = linkToPart(part.name)
    const entry = document.createElement('li')
    entry.append(link)
    element(part.isGroupVersion ? 'group-versions' : 'about').append(entry)
    if (part !== chosen) continue
    link.setAttribute('aria-current', 'page')
    if (!part.isGroupVersion) element('about-server').setAttribute('open', '')
    link.scrollIntoView({ block: 'nearest' })
  }
}

function element(id: string): PageElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

/** The viewer has a dark style, which the page enables. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = ({ matches }: MediaQuery) => document.documentElement.classList.toggle('dark-mode', matches)
  dark.addEventListener('change', apply)
  apply(dark)
}

followColorScheme()
offerSearch()
addEventListener('hashchange', () => viewer?.follow())
show().catch((error: unknown) => {
  const notice = element('notice')
  notice.hidden = false
  notice.textContent = `The API cannot be shown: ${error instanceof Error ? error.message : String(error)}.`
})
