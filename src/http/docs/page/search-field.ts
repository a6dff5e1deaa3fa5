import { linkToPart } from './address.js'
import type { PageDocument, PageElement, PageEvent, PageField } from './browser.js'
import { findKinds, type KnownKind } from './known-kinds.js'

/** The elements and callbacks of the search. */
export interface SearchOptions {
  readonly field: PageField
  /** The list of results. */
  readonly found: PageElement
  /** The number of results. */
  readonly outcome: PageElement
  /** Hidden while the list is open. */
  readonly navigation: PageElement
  /** Loads the kinds on first use of the field. */
  kinds(): Promise<readonly KnownKind[]>
  /** Called when a link is followed. */
  chosen(href: string, event: PageEvent): void
}

/** A combobox that lists matching kinds. Arrow keys choose, Enter opens. */
export class SearchField {
  readonly #document: PageDocument
  readonly #parts: SearchOptions
  #reading: Promise<void> | undefined
  #kinds: readonly KnownKind[] | undefined
  /** Whether to show the list once the kinds are loaded. */
  #isAwaited = false
  #options: readonly PageElement[] = []
  #active = 0

  constructor(document: PageDocument, parts: SearchOptions) {
    this.#document = document
    this.#parts = parts
    const { field, found } = parts
    for (const type of ['focus', 'input']) {
      field.addEventListener(type, () => {
        this.#load()
        this.#listTyped()
      })
    }
    field.addEventListener('keydown', (event) => this.#press(event))
    field.addEventListener('blur', () => this.#close())
    // Otherwise a click would blur the field, which closes the list.
    found.addEventListener('mousedown', (event) => event.preventDefault())
  }

  /** Loads the kinds once; retries after a failure. */
  #load(): void {
    this.#reading ??= this.#parts.kinds().then(
      (kinds) => {
        this.#kinds = kinds
        if (this.#isAwaited) this.#list()
      },
      (error) => {
        this.#reading = undefined
        this.#parts.outcome.textContent = `The kinds cannot be read: ${error instanceof Error ? error.message : error}.`
      },
    )
  }

  #press(event: PageEvent): void {
    const action = this.#actions[event.key ?? '']
    if (action === undefined) return
    event.preventDefault()
    action()
  }

  readonly #actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => this.#step(1),
    ArrowUp: () => this.#step(-1),
    Enter: () => this.#options[this.#active]?.click(),
    Escape: () => this.#clear(),
  }

  /** Moves through the list and wraps around. An empty field lists all kinds. */
  #step(by: number): void {
    const count = this.#options.length
    if (count === 0) this.#list()
    else this.#activate((this.#active + by + count) % count)
  }

  #listTyped(): void {
    if (this.#parts.field.value.trim() === '') this.#close()
    else this.#list()
  }

  #list(): void {
    this.#isAwaited = true
    if (this.#kinds === undefined) {
      this.#load()
      return
    }
    const { field, found, outcome, navigation } = this.#parts
    const kinds = findKinds(this.#kinds, field.value)
    this.#options = kinds.map((kind, index) => this.#option(kind, index))
    found.replaceChildren(...this.#options)
    found.hidden = kinds.length === 0
    navigation.hidden = true
    field.setAttribute('aria-expanded', String(kinds.length > 0))
    outcome.textContent =
      kinds.length === 0
        ? 'No kind is called like this.'
        : `${kinds.length} ${kinds.length === 1 ? 'kind' : 'kinds'}`
    this.#activate(0)
  }

  #option({ kind, resource, shortNames, part, groupVersion }: KnownKind, index: number): PageElement {
    const option = this.#document.createElement('a')
    option.id = `found-${index}`
    option.href = linkToPart(part, { section: resource })
    option.setAttribute('role', 'option')
    // The field keeps the focus.
    option.setAttribute('tabindex', '-1')
    option.append(
      this.#text('strong', kind),
      this.#text('span', groupVersion),
      this.#text('small', [resource, ...shortNames].join(', ')),
    )
    option.addEventListener('click', (event) => {
      this.#clear()
      this.#parts.chosen(option.href, event)
    })
    return option
  }

  #text(tag: string, text: string): PageElement {
    const element = this.#document.createElement(tag)
    element.textContent = text
    return element
  }

  #activate(index: number): void {
    this.#options[this.#active]?.setAttribute('aria-selected', 'false')
    this.#active = index
    const option = this.#options[index]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    this.#parts.field.setAttribute('aria-activedescendant', option?.id ?? '')
  }

  #clear(): void {
    this.#parts.field.value = ''
    this.#close()
  }

  #close(): void {
    const { field, found, outcome, navigation } = this.#parts
    this.#options = []
    this.#isAwaited = false
    found.hidden = true
    navigation.hidden = false
    outcome.textContent = ''
    field.setAttribute('aria-expanded', 'false')
    field.setAttribute('aria-activedescendant', '')
  }
}
