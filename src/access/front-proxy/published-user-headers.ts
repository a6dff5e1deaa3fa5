import type { CachedObject } from '#cache/cached-object.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { perObject } from '#util/memoize.js'
import { publishedHeaders } from './authentication-info.js'
import { AUTHENTICATION_INFO_KEY } from './authentication-info-controller.js'

/**
 * The headers in which other servers take a user from a front proxy. A client must not send them through this server,
 * which they trust.
 */
export class PublishedUserHeaders {
  readonly #feed: ChangeFeed
  readonly #read = perObject(({ json }: CachedObject) => {
    const { data = {} } = JSON.parse(json.toString()) as { data?: Readonly<Record<string, string>> }
    return publishedHeaders(data)
  })

  constructor(feed: ChangeFeed) {
    this.#feed = feed
  }

  has(header: string): boolean {
    const found = this.#feed.find(AUTHENTICATION_INFO_KEY)
    if (found === undefined) return false
    const name = header.toLowerCase()
    return this.#read(found).some((known) =>
      known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known,
    )
  }
}
