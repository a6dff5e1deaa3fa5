import { linkToPart } from './address.js'
import type { PageDocument, PageElement, PageEvent, PageField } from './browser.js'
import { findKinds, type KnownKind } from './known-kinds.js'

/** What the page has for the search, and what the search needs of the rest. */
export interface SearchOptions {
  readonly field: PageField
  /** Where the kinds that were found are listed. */
  readonly found: PageElement
  /** Where is said how many were found. */
  readonly outcome: PageElement
  /** What makes room for the list. */
  readonly navigation: PageElement
  /** Reads the kinds, at the first use of the field. */
  kinds(): Promise<readonly KnownKind[]>
  /** Told of a link that is followed. */
  chosen(href: string): void
}

/** A field that lists the kinds that fit what is typed: a combobox, of which arrow keys choose and Enter opens. */
export class SearchField {
  readonly #document: PageDocument
  readonly #parts: SearchOptions
  #reading: Promise<void> | undefined
  #kinds: readonly KnownKind[] | undefined
  /** Whether the list is to be seen, as soon as there are kinds to list. */
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
    // An option is clicked without the field losing the focus, which would close the list before.
    found.addEventListener('mousedown', (event) => event.preventDefault())
  }

  /** Reads the kinds once, and again after a failure. */
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

  /** Moves through the list, from its end to its beginning too; an empty field lists everything. */
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
    option.addEventListener('click', () => {
      this.#clear()
      this.#parts.chosen(option.href)
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
