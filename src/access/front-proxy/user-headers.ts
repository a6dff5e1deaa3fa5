import { decodeExtraKey } from '#access/identity/authenticator.js'
import type { HttpRequest } from '#http/request/exchange.js'
import type { User } from '#meta/user.js'
import type { RequestHeaderConfig } from './request-header-config.js'

/** The usual names, which no request keeps. */
const STANDARD = { names: ['x-remote-user', 'x-remote-uid', 'x-remote-group'], prefix: 'x-remote-extra-' }

const lowerCase = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase())

/** The headers in which a front proxy names the user of a request. */
export class UserHeaders {
  readonly #username: readonly string[]
  readonly #uid: readonly string[]
  readonly #group: readonly string[]
  readonly #extra: readonly string[]
  readonly #names: ReadonlySet<string>
  readonly #prefixes: readonly string[]

  constructor(config: RequestHeaderConfig) {
    this.#username = lowerCase(config.requestHeaderUsernameHeaders)
    this.#uid = lowerCase(config.requestHeaderUidHeaders)
    this.#group = lowerCase(config.requestHeaderGroupHeaders)
    this.#extra = lowerCase(config.requestHeaderExtraHeadersPrefix)
    this.#names = new Set([...this.#username, ...this.#uid, ...this.#group, ...STANDARD.names])
    this.#prefixes = [...this.#extra, STANDARD.prefix]
  }

  /** Removes the headers from the request. Undefined if they name no user. */
  take(request: HttpRequest): User | undefined {
    const { rawHeaders } = request
    const [taken, rest]: [[string, string][], string[]] = [[], []]
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
      const key = name.toLowerCase()
      if (this.#isOne(key)) taken.push([key, value])
      else rest.push(name, value)
    }
    if (taken.length === 0) return undefined
    // Requests of a connection may share their headers.
    request.rawHeaders = rest
    const kept = Object.entries(request.headers).filter(([name]) => !this.#isOne(name))
    request.headers = Object.assign(Object.create(null), Object.fromEntries(kept))
    return this.#userOf(taken)
  }

  #isOne(key: string): boolean {
    return this.#names.has(key) || this.#prefixes.some((prefix) => key.startsWith(prefix))
  }

  #userOf(headers: readonly (readonly [key: string, value: string])[]): User | undefined {
    const valuesOf = (names: readonly string[]) =>
      names.flatMap((name) =>
        headers.filter(([key, value]) => key === name && value !== '').map(([, value]) => value),
      )
    const [name] = valuesOf(this.#username)
    if (name === undefined) return undefined
    const extra: Record<string, string[]> = {}
    for (const prefix of this.#extra) {
      for (const [key, value] of headers) {
        if (!key.startsWith(prefix)) continue
        const attribute = decodeExtraKey(key.slice(prefix.length))
        extra[attribute] = [...(extra[attribute] ?? []), value]
      }
    }
    return { name, uid: valuesOf(this.#uid)[0], groups: valuesOf(this.#group), extra }
  }
}
