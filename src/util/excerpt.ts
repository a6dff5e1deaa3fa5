/** How many characters of a client's text a message quotes. */
const USUAL_LIMIT = 200

/** A string for a message. Long ones are truncated. */
export function excerpt(text: string, limit = USUAL_LIMIT): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text
}

/** The same for a value's JSON, which is written only up to the limit. */
export function jsonExcerpt(value: unknown, limit = USUAL_LIMIT): string {
  const writer = new BoundedWriter(limit)
  writer.write(value)
  return excerpt(writer.text, limit)
}

/** Writes the JSON of a value, and stops soon after the limit. */
class BoundedWriter {
  readonly #limit: number
  text = ''

  constructor(limit: number) {
    this.#limit = limit
  }

  write(value: unknown): void {
    if (typeof value === 'string') this.text += JSON.stringify(value.slice(0, this.#limit))
    else if (Array.isArray(value)) this.#list(value)
    else if (typeof value === 'object' && value !== null) this.#object(value as Record<string, unknown>)
    else if (typeof value === 'bigint') this.text += value
    else this.text += JSON.stringify(value) ?? 'null'
  }

  get #isFull(): boolean {
    return this.text.length > this.#limit
  }

  #list(list: readonly unknown[]): void {
    this.text += '['
    for (let index = 0; index < list.length && !this.#isFull; index++) {
      if (index > 0) this.text += ','
      this.write(list[index])
    }
    this.text += ']'
  }

  #object(object: Readonly<Record<string, unknown>>): void {
    this.text += '{'
    let separator = ''
    for (const name in object) {
      if (this.#isFull) break
      const value = object[name]
      if (value === undefined) continue
      this.text += `${separator}${JSON.stringify(name.slice(0, this.#limit))}:`
      this.write(value)
      separator = ','
    }
    this.text += '}'
  }
}
