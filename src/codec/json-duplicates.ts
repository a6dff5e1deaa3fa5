/**
 * The paths of members that a JSON text gives more than once, each told once, in the order of their second
 * coming. `JSON.parse` keeps the last of them and says nothing, so the text is gone through again; only
 * requests that ask for it pay for that. The text must be well-formed.
 */
export function duplicateMembers(text: string): string[] {
  return new Scanner(text).scan()
}

class Scanner {
  readonly #text: string
  readonly #found = new Set<string>()
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): string[] {
    this.#value('')
    return [...this.#found]
  }

  #value(path: string): void {
    this.#skipSpace()
    const char = this.#text[this.#at]
    if (char === '{') this.#object(path)
    else if (char === '[') this.#list(path)
    else if (char === '"') this.#string()
    else
      while (this.#at < this.#text.length && !',]} \t\r\n'.includes(this.#text[this.#at] as string))
        this.#at++
  }

  #object(path: string): void {
    const names = new Set<string>()
    this.#at++
    for (this.#skipSpace(); this.#text[this.#at] === '"' || this.#text[this.#at] === ','; this.#skipSpace()) {
      if (this.#text[this.#at] === ',') {
        this.#at++
        continue
      }
      const name = this.#string()
      const here = path === '' ? name : `${path}.${name}`
      if (names.has(name)) this.#found.add(here)
      names.add(name)
      this.#skipSpace()
      // The colon.
      this.#at++
      this.#value(here)
    }
    this.#at++
  }

  #list(path: string): void {
    this.#at++
    for (let index = 0; ; index++) {
      this.#skipSpace()
      if (this.#text[this.#at] === ']' || this.#at >= this.#text.length) break
      this.#value(`${path}[${index}]`)
      this.#skipSpace()
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
  }

  #string(): string {
    const start = this.#at
    for (this.#at++; this.#text[this.#at] !== '"'; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++
      if (this.#at >= this.#text.length) break
    }
    this.#at++
    return JSON.parse(this.#text.slice(start, this.#at)) as string
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && ' \t\r\n'.includes(this.#text[this.#at] as string)) this.#at++
  }
}
