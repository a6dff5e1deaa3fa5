/** A request that the server refuses without credentials, or with these. */
export class RefusedError extends Error {
  /** Whether the token itself was refused, not what its user asked for. */
  readonly isOfToken: boolean

  constructor(message: string, isOfToken: boolean) {
    super(message)
    this.name = 'RefusedError'
    this.isOfToken = isOfToken
  }
}

/** Reads from the server as the user of a token. The token is only in memory: a page that is left forgets it. */
export class Session {
  #token = ''

  /** Without one, the browser may still have a client certificate. */
  get hasToken(): boolean {
    return this.#token !== ''
  }

  /** Throws `RefusedError` if it cannot be a token. */
  use(token: string): void {
    if (!/^[\x21-\x7e]+$/.test(token)) throw new RefusedError('This is not a token.', true)
    this.#token = token
  }

  forget(): void {
    this.#token = ''
  }

  get headers(): Readonly<Record<string, string>> {
    return this.hasToken ? { Authorization: `Bearer ${this.#token}` } : {}
  }

  /** Rejects with `RefusedError` if the user may not read it. */
  async read(url: string, accept: string): Promise<Response> {
    const response = await fetch(url, { headers: { Accept: accept, ...this.headers } })
    const { status } = response
    if (status === 401) throw new RefusedError('The server does not accept this token.', true)
    if (status === 403) throw new RefusedError(await messageOf(response), false)
    return response
  }

  /** Rejects with `RefusedError` if the user may not read it. */
  async readJson<T>(url: string, accept = 'application/json'): Promise<T> {
    const response = await this.read(url, accept)
    if (!response.ok) throw new Error(`${url} returned ${response.status} ${response.statusText}`)
    return (await response.json()) as T
  }
}

/** The message of a Status. */
async function messageOf(response: Response): Promise<string> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown }
  return typeof message === 'string' ? message : `The server returned ${response.status}.`
}
