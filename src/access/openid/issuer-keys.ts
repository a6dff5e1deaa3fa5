import type { Logger } from '#observe/logger.js'
import { jsonExcerpt } from '#util/excerpt.js'
import { fetchJson } from './fetch-json.js'
import type { Issuer } from './issuer.js'
import { type PublishedKey, readPublishedKeys } from './published-key.js'

/** Times in milliseconds. */
export interface IssuerTimeouts {
  /** The refresh interval, so that revoked keys expire. */
  readonly refresh: number
  /** The delay after a failed fetch. */
  readonly retry: number
  /** The minimum interval between fetches: tokens with unknown keys must not cause as many requests. */
  readonly minInterval: number
  /** The timeout of a fetch. */
  readonly fetch: number
}

const DEFAULT_TIMEOUTS: IssuerTimeouts = {
  refresh: 5 * 60_000,
  retry: 10_000,
  minInterval: 2_000,
  fetch: 5_000,
}

type Source = Pick<Issuer, 'url' | 'discoveryUrl' | 'certificateAuthority'>

/** What an issuer says about how users sign in. */
export interface IssuerEndpoints {
  readonly authorization: string
  readonly token: string
  /** Undefined if it does not say. */
  readonly scopes: readonly string[] | undefined
}

/** The published keys of an issuer, fetched in the background. While the issuer is down, the known keys stay. */
export class IssuerKeys {
  readonly #source: Source
  readonly #logger: Logger
  readonly #timeouts: IssuerTimeouts
  #keys: ReadonlySet<PublishedKey> = new Set()
  #endpoints: IssuerEndpoints | undefined
  #fetchedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  /** Aborts the current fetch. */
  #giveUp: AbortController | undefined
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  /** The last logged error, so that an outage is logged once. */
  #complaint = ''

  constructor(source: Source, logger: Logger, timeouts = DEFAULT_TIMEOUTS) {
    this.#source = source
    this.#logger = logger
    this.#timeouts = timeouts
    this.#asking = this.#ask()
  }

  /** The current keys: a new set after each fetch. */
  get all(): ReadonlySet<PublishedKey> {
    return this.#keys
  }

  /** Undefined until they are fetched, and for an issuer that only signs tokens. */
  get endpoints(): IssuerEndpoints | undefined {
    return this.#endpoints
  }

  /** Resolves after a refresh; at once if the last fetch was a moment ago. */
  async refresh(): Promise<void> {
    const isRested = performance.now() - this.#fetchedAt >= this.#timeouts.minInterval
    if (isRested && !this.#isClosed) this.#asking ??= this.#ask()
    await this.#asking
  }

  close(): void {
    this.#isClosed = true
    this.#giveUp?.abort()
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    this.#fetchedAt = performance.now()
    clearTimeout(this.#timer)
    const giveUp = new AbortController()
    this.#giveUp = giveUp
    const deadline = setTimeout(
      () => giveUp.abort(new Error('the issuer did not respond in time')),
      this.#timeouts.fetch,
    )
    const isDone = await this.#replace(giveUp.signal)
    clearTimeout(deadline)
    this.#asking = undefined
    if (this.#isClosed) return
    const { refresh, retry } = this.#timeouts
    this.#timer = setTimeout(() => void this.refresh(), isDone ? refresh : retry).unref()
  }

  async #replace(signal: AbortSignal): Promise<boolean> {
    const { url } = this.#source
    try {
      this.#keys = await this.#fetch(signal)
      if (this.#complaint !== '') this.#logger.info({ issuer: url }, 'fetched the keys of an issuer again')
      this.#complaint = ''
      return true
    } catch (error) {
      const complaint = String(signal.aborted ? signal.reason : error)
      const isNews = complaint !== this.#complaint && !this.#isClosed
      if (isNews)
        this.#logger.warn({ issuer: url, error: complaint }, 'fetching the keys of an issuer failed')
      this.#complaint = complaint
      return false
    }
  }

  async #fetch(signal: AbortSignal): Promise<ReadonlySet<PublishedKey>> {
    const { url, discoveryUrl, certificateAuthority: ca } = this.#source
    const found = ((await fetchJson(discoveryUrl, { ca, signal })) ?? {}) as Discovered
    if (found.issuer !== url) throw new Error(`the issuer names itself ${jsonExcerpt(found.issuer)}`)
    if (typeof found.jwks_uri !== 'string') throw new Error('the discovery document has no jwks_uri')
    this.#endpoints = endpointsIn(found)
    return readPublishedKeys(await fetchJson(found.jwks_uri, { ca, signal }), this.#keys)
  }
}

interface Discovered {
  readonly issuer?: unknown
  readonly jwks_uri?: unknown
  readonly authorization_endpoint?: unknown
  readonly token_endpoint?: unknown
  readonly scopes_supported?: unknown
}

function endpointsIn(found: Discovered): IssuerEndpoints | undefined {
  const { authorization_endpoint: authorization, token_endpoint: token, scopes_supported: scopes } = found
  if (!isHttpUrl(authorization) || !isHttpUrl(token)) return undefined
  const names = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : undefined
  return { authorization, token, scopes: names }
}

/** No issuer is asked over plain HTTP, nor may its document send users there. */
const isHttpUrl = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:'
