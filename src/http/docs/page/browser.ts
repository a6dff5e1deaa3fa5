/**
 * The few things of a browser that the page uses. The compiler does not know all the others, because then it would also
 * let the server reach for them.
 */

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
  click(): void
}

export interface PageField extends PageElement {
  value: string
}

export interface PageEvent {
  readonly key?: string
  preventDefault(): void
}

export interface PageDocument {
  title: string
  readonly documentElement: PageElement
  getElementById(id: string): PageElement | null
  createElement(tag: string): PageElement
}

export interface PageLocation {
  readonly href: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

export interface PageHistory {
  pushState(state: null, unused: '', url: string): void
}

export interface MediaQuery {
  readonly matches: boolean
  addEventListener(type: 'change', listen: (event: MediaQuery) => void): void
}

/** Swagger UI, as its bundle puts it among the globals. */
export interface ViewerBundle {
  (options: Readonly<Record<string, unknown>>): ViewerSystem
  readonly presets: { readonly apis: unknown }
}

/** What a viewer that has been drawn can be told. */
export interface ViewerSystem {
  readonly layoutActions: {
    show(key: readonly string[], isShown: boolean): void
    /** Scrolls to what the key names as soon as it is drawn. */
    scrollTo(key: readonly string[]): void
  }
}
