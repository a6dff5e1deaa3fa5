import { type MemberObject, ToldObject } from './told-object.js'

/** A page of a list. Its objects are found one by one, so that not all of them have to be parsed at once, or at all. */
export interface ListPage {
  /** Of the list. */
  readonly version: string
  /** Where the next page begins; undefined for the last one. */
  readonly next: string | undefined
  readonly objects: Iterable<ToldObject>
}

interface ListMetadata {
  readonly resourceVersion: string
  readonly continue?: string
}

/** How servers begin a list: its metadata has no objects in it. */
const HEAD = /^\{"kind":"\w+","apiVersion":"[\w./-]+","metadata":(\{[^{}]*\}),"items":\[/

/** Throws where the text is no list. */
export function readPage(text: string): ListPage {
  const head = HEAD.exec(text)
  if (head === null) {
    const { metadata, items } = JSON.parse(text) as {
      readonly metadata: ListMetadata
      readonly items: readonly MemberObject[]
    }
    return pageOf(metadata, items.map(ToldObject.of))
  }
  return pageOf(JSON.parse(head[1] ?? '') as ListMetadata, objectsFrom(text, head[0].length))
}

const pageOf = (
  { resourceVersion, continue: next }: ListMetadata,
  objects: Iterable<ToldObject>,
): ListPage => ({
  version: resourceVersion,
  next: next || undefined,
  objects,
})

/** The objects of the array whose first element begins at `start`. */
function* objectsFrom(text: string, start: number): Generator<ToldObject> {
  if (text.charCodeAt(start) === CLOSE_BRACKET) return
  for (let begin = start; ; ) {
    const end = endOfObject(text, begin)
    yield ToldObject.inText(text.slice(begin, end))
    const behind = text.charCodeAt(end)
    if (behind === CLOSE_BRACKET) return
    if (behind !== COMMA) throw new SyntaxError('a list is cut off, or has something between its objects')
    begin = end + 1
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** The index behind the object that begins at `start`. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_BRACE) depth++
    else if (code === CLOSE_BRACE && --depth === 0) return at + 1
    else if (depth === 0) break
  }
  throw new SyntaxError('an object of a list has no end')
}

/** The index of the quote that ends the string whose first quote is at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  throw new SyntaxError('a string of a list has no end')
}
