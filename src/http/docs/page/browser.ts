/**
 * The few things of a browser that the page uses. The compiler does not know all the others, because then it would also
 * let the server reach for them.
 */

export interface PageElement {
  textContent: string | null
  className: string
  hidden: boolean
  href: string
  append(...children: PageElement[]): void
  setAttribute(name: string, value: string): void
}

export interface PageDocument {
  title: string
  getElementById(id: string): PageElement | null
  createElement(tag: string): PageElement
}

export interface PageLocation {
  readonly search: string
}

/** Swagger UI, as its bundle puts it among the globals. */
export interface Viewer {
  (options: Readonly<Record<string, unknown>>): unknown
  readonly presets: { readonly apis: unknown }
}
