import type { PageDocument, PageElement } from './browser.js'

export function elementOf(document: PageDocument, id: string): PageElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

/** A new element with text or children. */
export function created(
  document: PageDocument,
  tag: string,
  content: string | readonly PageElement[],
): PageElement {
  const element = document.createElement(tag)
  if (typeof content === 'string') element.textContent = content
  else element.append(...content)
  return element
}
