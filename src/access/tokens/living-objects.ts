import type { CachedObject } from '../../cache/cached-object.js'
import type { ChangeFeed } from '../../registry/change-feed.js'
import { objectKey } from '../../registry/keys.js'
import type { AccountClaims, Bindable, ClaimedObject } from './account-claims.js'

const PREFIXES: Readonly<Record<Bindable | 'serviceaccount', string>> = {
  serviceaccount: 'core/serviceaccounts/',
  pod: 'core/pods/',
  secret: 'core/secrets/',
  node: 'core/nodes/',
}

/** What tokens depend on, as it is now: a token ends with its account, and with the object that it is bound to. */
export class LivingObjects {
  readonly #feed: ChangeFeed
  readonly #uids = new WeakMap<CachedObject, string>()

  constructor(feed: ChangeFeed) {
    this.#feed = feed
  }

  find(kind: Bindable, namespace: string, name: string): CachedObject | undefined {
    return this.#feed.find(
      objectKey({ prefix: PREFIXES[kind] }, kind === 'node' ? undefined : namespace, name),
    )
  }

  /** Whether everything that a token names is still there, and is not another object of the same name. */
  hasAll({ namespace, serviceaccount, pod, secret, node }: AccountClaims): boolean {
    return (
      this.#has(PREFIXES.serviceaccount, namespace, serviceaccount) &&
      this.#has(PREFIXES.pod, namespace, pod) &&
      this.#has(PREFIXES.secret, namespace, secret) &&
      this.#has(PREFIXES.node, undefined, node)
    )
  }

  #has(prefix: string, namespace: string | undefined, claimed: ClaimedObject | undefined): boolean {
    if (claimed === undefined) return true
    const found = this.#feed.find(objectKey({ prefix }, namespace, claimed.name))
    return found !== undefined && this.uidOf(found) === claimed.uid
  }

  uidOf(object: CachedObject): string {
    let uid = this.#uids.get(object)
    if (uid === undefined) {
      uid = object.metadata().uid ?? ''
      this.#uids.set(object, uid)
    }
    return uid
  }
}
