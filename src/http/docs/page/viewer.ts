import { chosenPlace, fragmentOf, type Place } from './address.js'
import type {
  PageDocument,
  PageElement,
  PageHistory,
  PageLocation,
  ViewerBundle,
  ViewerSystem,
} from './browser.js'
import type { ApiDocument } from './readable-document.js'
import type { Session } from './session.js'

declare const document: PageDocument
declare const location: PageLocation
declare const history: PageHistory
declare const SwaggerUIBundle: ViewerBundle

/**
 * Renders a document and keeps the URL in sync with what is open. The deep links of Swagger UI add history entries
 * when followed, and ignore the back button.
 */
export class Viewer {
  readonly #system: ViewerSystem
  /** Open operations and sections, by fragment. */
  readonly #open = new Map<string, readonly string[]>()
  #isFollowing = false

  constructor(spec: ApiDocument, domNode: PageElement, session: Session) {
    this.#system = SwaggerUIBundle({
      spec,
      domNode,
      presets: [SwaggerUIBundle.presets.apis],
      plugins: [this.#plugin],
      // Hundreds of operations take seconds to render. A document with one section has few.
      docExpansion: (spec.tags as readonly unknown[]).length > 1 ? 'none' : 'list',
      displayRequestDuration: true,
      requestInterceptor: (request: ViewerRequest) => withToken(request, session),
      // The command line that repeats a request is shown without the token.
      showMutatedRequest: false,
      // Highlighting the example of a Pod takes longer than the rest of the operation.
      syntaxHighlight: false,
      // The types are shown where they are used; the list of all of them is too long.
      defaultModelsExpandDepth: -1,
      // The default validator is a third-party server.
      validatorUrl: null,
    })
  }

  /** Opens the place that the URL names, and closes all others. */
  follow(): void {
    this.#isFollowing = true
    const wanted = keysOf(chosenPlace(location.hash))
    for (const key of [...this.#open.values()]) {
      if (!wanted.some((other) => other.join() === key.join())) this.#system.layoutActions.show(key, false)
    }
    for (const key of wanted) this.#system.layoutActions.show(key, true)
    this.#isFollowing = false
    const target = wanted.at(-1)
    if (target !== undefined) this.#scrollTo(target)
  }

  #scrollTo(key: readonly string[]): void {
    const drawn = document.getElementById(key.join('-'))
    if (drawn === null) this.#system.layoutActions.scrollTo(key)
    else drawn.scrollIntoView({ block: 'start' })
  }

  readonly #plugin = () => ({
    statePlugins: {
      layout: {
        wrapActions: {
          show: (show: (key: unknown, isShown: boolean) => unknown) => (key: unknown, isShown: boolean) => {
            const done = show(key, isShown)
            const place = placeOf(key)
            if (place !== undefined) this.#shown(place, isShown)
            return done
          },
        },
      },
    },
    wrapComponents: {
      // The headings stay links.
      DeepLink:
        (
          DeepLink: unknown,
          {
            React,
          }: { React: { createElement(type: unknown, props: Readonly<Record<string, unknown>>): unknown } },
        ) =>
        (props: Readonly<Record<string, unknown>>) =>
          React.createElement(DeepLink, { ...props, enabled: true }),
    },
  })

  /** The URL names what was opened last. After closing it, the URL names its section. */
  #shown(place: Place, isShown: boolean): void {
    const fragment = fragmentOf(place)
    if (isShown) this.#open.set(fragment, keysOf(place).at(-1) ?? [])
    else this.#open.delete(fragment)
    if (this.#isFollowing) return
    const isNamed = location.hash === fragment || location.hash.startsWith(`${fragment}/`)
    if (isShown === isNamed) return
    const around = place.operation === undefined ? '' : fragmentOf({ section: place.section })
    history.pushState(null, '', `${location.pathname}${location.search}${isShown ? fragment : around}`)
  }
}

interface ViewerRequest {
  readonly url: string
  headers: Readonly<Record<string, string>>
}

/** Only this server gets the token. */
function withToken(request: ViewerRequest, session: Session): ViewerRequest {
  if (new URL(request.url, location.href).origin === location.origin) {
    request.headers = { ...request.headers, ...session.headers }
  }
  return request
}

/** Swagger UI's keys of a place and its section. */
function keysOf(place: Place | undefined): (readonly string[])[] {
  if (place === undefined) return []
  const { section, operation } = place
  const around = ['operations-tag', section]
  return operation === undefined ? [around] : [around, ['operations', section, operation]]
}

function placeOf(key: unknown): Place | undefined {
  if (!Array.isArray(key)) return undefined
  const [what, section, operation] = key
  if (what === 'operations-tag') return { section }
  return what === 'operations' ? { section, operation } : undefined
}
