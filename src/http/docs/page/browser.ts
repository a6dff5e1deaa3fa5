/** The browser APIs that the page uses. The DOM types are not enabled, because then the server could use them too. */

export interface PageElement {
  id: string
  textContent: string | null
  className: string
  hidden: boolean
  href: string
  readonly classList: { toggle(name: string, on: boolean): void }
  append(...children: PageElement[]): void
  replaceChildren(...children: PageElement[]): void
  setAttribute(name: string, value: string): void
  addEventListener(type: string, listen: (event: PageEvent) => void): void
  scrollIntoView(options?: { readonly block: 'start' | 'nearest' }): void
  focus(): void
  click(): void
}

export interface PageField extends PageElement {
  value: string
}

export interface PageDialog extends PageElement {
  showModal(): void
  close(): void
}

export interface PageEvent {
  readonly key?: string
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly shiftKey?: boolean
  preventDefault(): void
}

export interface PageDocument {
  title: string
  readonly documentElement: PageElement
  getElementById(id: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  createElement(tag: string): PageElement
}

export interface PageLocation {
  readonly href: string
  readonly origin: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  reload(): void
}

export interface PageHistory {
  pushState(state: null, unused: '', url: string): void
}

export interface MediaQuery {
  readonly matches: boolean
  addEventListener(type: 'change', listen: (event: MediaQuery) => void): void
}

/** The global of the Swagger UI bundle. */
export interface ViewerBundle {
  (options: Readonly<Record<string, unknown>>): ViewerSystem
  readonly presets: { readonly apis: unknown }
}

/** The system object of a rendered viewer. */
export interface ViewerSystem {
  readonly layoutActions: {
    show(key: readonly string[], isShown: boolean): void
    /** Scrolls to the element of the key once it is rendered. */
    scrollTo(key: readonly string[]): void
  }
}
