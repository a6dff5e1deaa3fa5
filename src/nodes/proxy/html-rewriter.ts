import { Transform, type TransformCallback } from 'node:stream'

/** The attributes with URLs, by element: those of HTML 4 and 5. */
const URL_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
}

/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'])

/** A tag that is longer is passed on as it is. */
const MAX_TAG = 8 * 1024

const TAG = /^<([a-z][a-z0-9]*)(?=[\s/>])/i
/** A name begins behind a blank, a slash or a value, so that a long name is read once. */
const ATTRIBUTE = /(?<![^\s"'/])([^\s"'<>/=]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g

/** Rewrites the URLs in the attributes of a page. Bytes that are not ASCII stay as they are. */
export class HtmlRewriter extends Transform {
  readonly #rewrite: (url: string) => string
  /** What may be a part of a tag. */
  #held = ''
  /** The element whose raw content is being passed on, or `--` within a comment. */
  #raw = ''

  constructor(rewrite: (url: string) => string) {
    super()
    this.#rewrite = rewrite
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held += chunk.toString('latin1')
    const out: string[] = []
    for (let piece = this.#next(); piece !== ''; piece = this.#next()) out.push(piece)
    done(null, Buffer.from(out.join(''), 'latin1'))
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#held, 'latin1'))
  }

  /** The next part that is known to be complete; empty if more is needed. */
  #next(): string {
    if (this.#raw !== '') return this.#nextRaw()
    const start = this.#held.indexOf('<')
    if (start !== 0) return this.#take(start < 0 ? this.#held.length : start)
    if (this.#held.startsWith('<!--')) {
      this.#raw = '--'
      return this.#take(4)
    }
    if (this.#held.length < 4) return ''
    // The sign alone.
    if (!/^<[a-z/!?]/i.test(this.#held)) return this.#take(1)
    const name = TAG.exec(this.#held)?.[1]?.toLowerCase()
    const end = tagEnd(this.#held)
    if (end < 0) return this.#held.length > MAX_TAG ? this.#take(this.#held.length) : ''
    const tag = this.#take(end)
    if (name === undefined) return tag
    if (RAW.has(name) && !tag.endsWith('/>')) this.#raw = name
    return this.#rewritten(name, tag)
  }

  #nextRaw(): string {
    const close = this.#raw === '--' ? '-->' : `</${this.#raw}`
    const at = this.#held.toLowerCase().indexOf(close)
    // The end may have begun.
    if (at < 0) return this.#take(Math.max(this.#held.length - close.length, 0))
    const isComment = this.#raw === '--'
    this.#raw = ''
    return this.#take(isComment ? at + close.length : Math.max(at, 0)) || this.#next()
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }

  #rewritten(name: string, tag: string): string {
    const attributes = Object.hasOwn(URL_ATTRIBUTES, name) ? URL_ATTRIBUTES[name] : undefined
    if (attributes === undefined) return tag
    const head = name.length + 1
    return (
      tag.slice(0, head) +
      tag
        .slice(head)
        .replace(
          ATTRIBUTE,
          (whole, key: string, equals: string, double?: string, single?: string, bare?: string) => {
            if (!attributes.includes(key.toLowerCase())) return whole
            const quote = single === undefined ? '"' : "'"
            return key + equals + quote + this.#rewrite(double ?? single ?? bare ?? '') + quote
          },
        )
    )
  }
}

/** The end of the tag at the beginning; -1 if it is not complete. A `>` within quotes is none. */
function tagEnd(text: string): number {
  let quote = ''
  for (let index = 1; index < text.length; index++) {
    const character = text[index] as string
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return index + 1
  }
  return -1
}
