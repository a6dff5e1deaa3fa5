import { chosenPart, linkToPart } from './address.js'
import { type ApiIndex, type ApiPart, apiParts } from './api-parts.js'
import type { MediaQuery, PageDocument, PageEvent, PageField, PageHistory, PageLocation } from './browser.js'
import { created, elementOf } from './elements.js'
import { DISCOVERY, type DiscoveryList, knownKinds } from './known-kinds.js'
import { type ApiDocument, readableDocument } from './readable-document.js'
import { SearchField } from './search-field.js'
import { RefusedError, Session } from './session.js'
import { SignInForm } from './sign-in-form.js'
import { Viewer } from './viewer.js'

/** Runs in the browser: lists the parts of the API, shows the part that the URL names, and finds kinds. */

declare const document: PageDocument
declare const location: PageLocation
declare const history: PageHistory
declare function matchMedia(query: string): MediaQuery
declare function addEventListener(type: 'popstate', listen: () => void): void

const INDEX = '/openapi/v3'
const DISCOVERIES = ['/api', '/apis']

const session = new Session()
const element = (id: string) => elementOf(document, id)
/** What is shown, or being loaded. */
let shown: { readonly search: string; viewer?: Viewer } | undefined

/** Shows the part that the URL names. */
async function show(): Promise<void> {
  const showing: NonNullable<typeof shown> = { search: location.search }
  shown = showing
  const parts = apiParts(await session.readJson<ApiIndex>(INDEX))
  const chosen = chosenPart(parts, showing.search)
  if (chosen === undefined) throw new Error('the server has no API documents')
  const described = await session.readJson<ApiDocument>(chosen.url)
  // The user may have gone on meanwhile.
  if (shown !== showing) return
  listParts(parts, chosen)
  document.title = `${chosen.label} – Binnacle`
  element('entrance').hidden = true
  element('search-form').hidden = false
  const place = document.createElement('div')
  element('viewer').replaceChildren(place)
  showing.viewer = new Viewer(readableDocument(described, chosen), place, session)
  showing.viewer.follow()
}

/** Shows what the URL names now. Another page would have no token. */
function arrive(): void {
  if (shown?.search === location.search) shown.viewer?.follow()
  else show().catch(explain)
}

function follow(href: string, event: PageEvent): void {
  // In another tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (href !== location.href) history.pushState(null, '', href)
  arrive()
}

function offerSearch(): void {
  new SearchField(document, {
    field: element('search') as PageField,
    found: element('found'),
    outcome: element('outcome'),
    navigation: element('parts'),
    kinds: async () =>
      knownKinds(
        await Promise.all(DISCOVERIES.map((path) => session.readJson<DiscoveryList>(path, DISCOVERY))),
      ),
    chosen: follow,
  })
}

function listParts(parts: readonly ApiPart[], chosen: ApiPart): void {
  for (const id of ['group-versions', 'about']) element(id).replaceChildren()
  for (const part of parts) {
    const link = created(document, 'a', part.label)
    link.href = linkToPart(part.name)
    link.addEventListener('click', (event) => follow(link.href, event))
    element(part.isGroupVersion ? 'group-versions' : 'about').append(created(document, 'li', [link]))
    if (part !== chosen) continue
    link.setAttribute('aria-current', 'page')
    if (!part.isGroupVersion) element('about-server').setAttribute('open', '')
    link.scrollIntoView({ block: 'nearest' })
  }
  element('parts').hidden = false
}

/** The viewer has a dark style, which the page enables. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = ({ matches }: MediaQuery) => document.documentElement.classList.toggle('dark-mode', matches)
  dark.addEventListener('change', apply)
  apply(dark)
}

function explain(error: unknown): void {
  element('entrance').hidden = false
  if (error instanceof RefusedError) {
    element('notice').hidden = true
    form.show(error)
    return
  }
  const notice = element('notice')
  notice.hidden = false
  notice.textContent = `The API cannot be shown: ${error instanceof Error ? error.message : String(error)}.`
}

followColorScheme()
offerSearch()
const form = new SignInForm(document, session, show)
addEventListener('popstate', arrive)
show().catch(explain)
