/** The query parameters of a URL, parsed once. A list looks up a dozen of them; most are absent. */
export class Query {
  static readonly EMPTY = new Query([], [])
  readonly #names: readonly string[]
  readonly #values: readonly string[]

  protected constructor(names: readonly string[], values: readonly string[]) {
    this.#names = names
    this.#values = values
  }

  /** Reads what follows the question mark as `URLSearchParams` does, which takes several times as long to be asked. */
  static parse(text: string): Query {
    const names: string[] = []
    const values: string[] = []
    for (let start = 0; start < text.length; ) {
      const ampersand = text.indexOf('&', start)
      const end = ampersand < 0 ? text.length : ampersand
      if (end > start) {
        const equals = text.indexOf('=', start)
        const hasValue = equals >= 0 && equals < end
        names.push(decode(text.slice(start, hasValue ? equals : end)))
        values.push(hasValue ? decode(text.slice(equals + 1, end)) : '')
      }
      start = end + 1
    }
    return new Query(names, values)
  }

  /** The first value of the parameter; null when the parameter is not given. */
  get(name: string): string | null {
    const index = this.#names.indexOf(name)
    return index < 0 ? null : (this.#values[index] as string)
  }

  /** The names and values, in order. */
  get entries(): [string, string][] {
    return this.#names.map((name, index) => [name, this.#values[index] as string])
  }

  getAll(name: string): string[] {
    return this.#values.filter((_, index) => this.#names[index] === name)
  }
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Not UTF-8, or a percent sign that begins nothing: read as far as possible.
    return new URLSearchParams(`v=${text}`).get('v') as string
  }
}
