import { type ApiIndex, type ApiPart, apiParts, chosenPart, linkTo } from './api-parts.js'
import type { PageDocument, PageElement, PageLocation, Viewer } from './browser.js'
import { type ApiDocument, readableDocument } from './readable-document.js'

/** What runs in the browser: lists the parts of the API and shows the one that the address names. */

declare const document: PageDocument
declare const location: PageLocation
declare const SwaggerUIBundle: Viewer

const INDEX = '/openapi/v3'

async function show(): Promise<void> {
  const parts = apiParts(await read<ApiIndex>(INDEX))
  const chosen = chosenPart(parts, location.search)
  if (chosen === undefined) throw new Error('the server describes nothing')
  for (const part of parts) {
    element(part.isGroupVersion ? 'group-versions' : 'about').append(listEntry(part, part === chosen))
  }
  const described = await read<ApiDocument>(chosen.url)
  document.title = `${chosen.label} – Binnacle`
  element('notice').hidden = true
  SwaggerUIBundle({
    spec: readableDocument(described, chosen),
    domNode: element('viewer'),
    presets: [SwaggerUIBundle.presets.apis],
    deepLinking: true,
    displayRequestDuration: true,
    // The types are found where they are used; a list of all of them is longer than everything else.
    defaultModelsExpandDepth: -1,
    // The usual validator is a server of another party.
    validatorUrl: null,
  })
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url, { headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status} ${answer.statusText}`)
  return (await answer.json()) as T
}

function listEntry(part: ApiPart, isChosen: boolean): PageElement {
  const link = document.createElement('a')
  link.textContent = part.label
  link.href = linkTo(part)
  if (isChosen) link.setAttribute('aria-current', 'page')
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

function element(id: string): PageElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

show().catch((error: unknown) => {
  const notice = element('notice')
  notice.hidden = false
  notice.textContent = `The API cannot be shown: ${error instanceof Error ? error.message : String(error)}.`
})
