import type { CachedObject } from '#cache/cached-object.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { AccountClaims, Bindable, ClaimedNode, ClaimedObject } from './account-claims.js'

const PREFIXES: Readonly<Record<Bindable | 'serviceaccount', string>> = {
  serviceaccount: 'core/serviceaccounts/',
  pod: 'core/pods/',
  secret: 'core/secrets/',
  node: 'core/nodes/',
}

/** How long tokens stay valid while finalizers delay the deletion of their object. */
const LEEWAY_MS = 60_000

interface Life {
  readonly uid: string
  /** When tokens end, in milliseconds; infinite unless the object is being deleted. */
  readonly endsAt: number
}

/** The objects that tokens depend on: a token ends with its account and its bound object. */
export class TokenBindings {
  readonly #feed: ChangeFeed
  readonly #lives = new WeakMap<CachedObject, Life>()

  constructor(feed: ChangeFeed) {
    this.#feed = feed
  }

  find(kind: Bindable, namespace: string, name: string): CachedObject | undefined {
    return this.#feed.find(
      objectKey({ prefix: PREFIXES[kind] }, kind === 'node' ? undefined : namespace, name),
    )
  }

  /** Whether all objects of a token still exist, with the same uids. */
  hasAll({ namespace, serviceaccount, pod, secret, node }: AccountClaims, now: number): boolean {
    return (
      this.#has(PREFIXES.serviceaccount, namespace, serviceaccount, now) &&
      this.#has(PREFIXES.pod, namespace, pod, now) &&
      this.#has(PREFIXES.secret, namespace, secret, now) &&
      // The token of a pod does not depend on its node.
      (pod !== undefined || this.#has(PREFIXES.node, undefined, node, now))
    )
  }

  #has(
    prefix: string,
    namespace: string | undefined,
    claimed: ClaimedObject | ClaimedNode | undefined,
    now: number,
  ): boolean {
    if (claimed === undefined) return true
    const found = this.#feed.find(objectKey({ prefix }, namespace, claimed.name))
    if (found === undefined) return false
    const { uid, endsAt } = this.#lifeOf(found)
    return uid === claimed.uid && now < endsAt
  }

  uidOf(object: CachedObject): string {
    return this.#lifeOf(object).uid
  }

  #lifeOf(object: CachedObject): Life {
    let life = this.#lives.get(object)
    if (life === undefined) {
      const { uid = '', deletionTimestamp } = object.metadata()
      const endsAt = deletionTimestamp ? Date.parse(deletionTimestamp) + LEEWAY_MS : Number.POSITIVE_INFINITY
      life = { uid, endsAt }
      this.#lives.set(object, life)
    }
    return life
  }
}
