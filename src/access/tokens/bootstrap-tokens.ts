import { createHash, timingSafeEqual } from 'node:crypto'
import type { TokenAuthenticator } from '#access/identity/authenticator.js'
import { AUTHENTICATED } from '#access/identity/authenticator.js'
import type { CachedObject } from '#cache/cached-object.js'
import { secret as secretKind } from '#kinds/core/secret/index.js'
import type { Secret } from '#kinds/core/secret/schema.js'
import type { Identity, User } from '#meta/user.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { Clock } from '#util/clock.js'

const NAMESPACE = 'kube-system'
const TYPE = 'bootstrap.kubernetes.io/token'
const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
const BOOTSTRAPPERS = 'system:bootstrappers'
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/

/** A valid token: who has it, and until when. */
interface Grant {
  readonly user: User
  /** In milliseconds; infinite for a token that does not expire. */
  readonly endsAt: number
}

/**
 * The tokens with which nodes join: Secrets of the type `bootstrap.kubernetes.io/token` in `kube-system`. A token ends with
 * its Secret.
 */
export class BootstrapTokens implements TokenAuthenticator {
  readonly #feed: ChangeFeed
  readonly #clock: Clock

  constructor(feed: ChangeFeed, clock: Clock) {
    this.#feed = feed
    this.#clock = clock
  }

  identify(token: string): Identity | undefined {
    const [, id, secret] = TOKEN.exec(token) ?? []
    if (id === undefined || secret === undefined) return undefined
    const key = objectKey(secretKind, NAMESPACE, `bootstrap-token-${id}`)
    let stored = this.#feed.find(key)
    let grant = grantOf(stored, id, secret)
    if (grant === undefined || this.#isOver(grant)) return undefined
    const { user } = grant
    return {
      user,
      isValid: () => {
        const found = this.#feed.find(key)
        if (found !== stored) {
          stored = found
          grant = grantOf(found, id, secret)
        }
        return grant !== undefined && !this.#isOver(grant)
      },
    }
  }

  #isOver({ endsAt }: Grant): boolean {
    return this.#clock.now() >= endsAt
  }
}

/** Undefined if the Secret does not make the token valid. */
function grantOf(stored: CachedObject | undefined, id: string, secret: string): Grant | undefined {
  if (stored === undefined) return undefined
  const { metadata, type, data = {} } = JSON.parse(stored.json.toString()) as Secret
  const text = (name: string) => Buffer.from(data[name] ?? '', 'base64').toString()
  if (type !== TYPE || metadata.deletionTimestamp) return undefined
  if (!isSame(text('token-secret'), secret) || text('token-id') !== id) return undefined
  if (text('usage-bootstrap-authentication') !== 'true') return undefined
  const expiration = text('expiration')
  const endsAt = expiration === '' ? Number.POSITIVE_INFINITY : Date.parse(expiration)
  const extra = text('auth-extra-groups')
    .split(',')
    .filter((group) => group !== '')
  if (Number.isNaN(endsAt) || !extra.every((group) => EXTRA_GROUP.test(group))) return undefined
  const groups = [...new Set([BOOTSTRAPPERS, ...extra])].sort()
  return { user: { name: `system:bootstrap:${id}`, groups: [...groups, AUTHENTICATED], extra: {} }, endsAt }
}

/** Takes the same time for every text. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
const digest = (text: string) => createHash('sha256').update(text).digest()
