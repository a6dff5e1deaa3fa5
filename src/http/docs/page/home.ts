import { COUNTS_PATH, type CountList, type ResourceCount } from '#protocol/counts.js'
import { SERVER_PATH, type ServerInfo } from '#protocol/server.js'
import type { PageDialog, PageDocument, PageElement, PageEvent, PageLocation } from './browser.js'
import { created, elementOf } from './elements.js'
import { RefusedError, Session } from './session.js'
import { SignInForm } from './sign-in-form.js'
import { uptimeText } from './uptime-text.js'

/** Runs in the browser: shows what the user may know of the server and its objects. */

declare const document: PageDocument
declare const location: PageLocation

/** An OpenAPI document has megabytes. */
const MAX_SHOWN = 200_000
const STORAGE: Readonly<Record<ServerInfo['storage'], string>> = {
  embedded: 'embedded (LMDB)',
  etcd: 'etcd',
  memory: 'memory, until the server stops',
}

const session = new Session()
const element = (id: string) => elementOf(document, id)
const make = (tag: string, content: string | readonly PageElement[]) => created(document, tag, content)

async function show(): Promise<void> {
  const info = await session.readJson<ServerInfo>(SERVER_PATH)
  const { items } = await session.readJson<CountList>(COUNTS_PATH)
  showServer(info)
  showCounts(items)
}

function showServer({
  version,
  kubernetesVersion,
  storage,
  startedAt,
  uptimeSeconds,
  user,
}: ServerInfo): void {
  const facts = {
    Version: version,
    'Kubernetes API': kubernetesVersion,
    Storage: STORAGE[storage],
    Uptime: uptimeText(uptimeSeconds),
    Started: new Date(startedAt).toLocaleString(),
    ...(user !== undefined && { 'Signed in as': user }),
  }
  const entries = Object.entries(facts).map(([name, value]) =>
    make('div', [make('dt', name), make('dd', value)]),
  )
  element('facts').replaceChildren(...entries)
  element('sign-out').hidden = !session.hasToken
  element('server').hidden = false
}

function showCounts(items: readonly ResourceCount[]): void {
  const named = items.toSorted((left, right) => (left.kind < right.kind ? -1 : 1))
  const stored = named.filter(({ count }) => count > 0)
  const empty = named.filter(({ count }) => count === 0)
  const total = stored.reduce((sum, { count }) => sum + count, 0)
  element('total').textContent = totalText(total, stored.length, named.length)
  const rows = stored.map(({ kind, apiVersion, count }) => {
    const name = make('th', kind)
    name.setAttribute('scope', 'row')
    return make('tr', [name, make('td', apiVersion), make('td', count.toLocaleString())])
  })
  element('counts').replaceChildren(...rows)
  element('stored').hidden = stored.length === 0
  element('empty').hidden = empty.length === 0
  element('empty-title').textContent =
    `${empty.length} ${empty.length === 1 ? 'kind' : 'kinds'} without objects`
  element('empty-kinds').replaceChildren(
    ...empty.map(({ kind, apiVersion }) => make('li', `${kind} ${apiVersion}`)),
  )
  element('objects').hidden = false
}

function totalText(total: number, stored: number, listed: number): string {
  if (listed === 0) return 'You may list no objects in all namespaces.'
  if (total === 0) return 'There are no objects.'
  const objects = `${total.toLocaleString()} ${total === 1 ? 'object' : 'objects'}`
  return `${objects} of ${stored} ${stored === 1 ? 'kind' : 'kinds'}`
}

/** A browser sends no token when it follows a link, so the page shows what is behind it. */
function readLinks(): void {
  const reader = element('reader') as PageDialog
  element('reader-close').addEventListener('click', () => reader.close())
  for (const link of document.querySelectorAll('a[data-shown]')) {
    link.addEventListener('click', (event: PageEvent) => {
      if (!session.hasToken) return
      event.preventDefault()
      element('reader-title').textContent = link.textContent
      element('reader-text').textContent = 'Reading …'
      reader.showModal()
      void textBehind(link.href).then((text) => {
        element('reader-text').textContent = text
      })
    })
  }
}

async function textBehind(url: string): Promise<string> {
  try {
    const text = await (await session.read(url, '*/*')).text()
    return text.length <= MAX_SHOWN
      ? text
      : `${text.slice(0, MAX_SHOWN)}\n… (${text.length} characters in all)`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const form = new SignInForm(document, session, show)
readLinks()
element('sign-out').addEventListener('click', () => location.reload())
show().catch((error: unknown) => {
  if (error instanceof RefusedError) return form.show(error)
  element('notice').textContent =
    `The server does not respond: ${error instanceof Error ? error.message : error}.`
  element('notice').hidden = false
})
