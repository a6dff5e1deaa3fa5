import { createHash, timingSafeEqual } from 'node:crypto'
import type { CachedObject } from '#cache/cached-object.js'
import { secret as secretKind } from '#kinds/core/secret/index.js'
import type { Secret } from '#kinds/core/secret/schema.js'
import { serviceAccount as accountKind, type ServiceAccount } from '#kinds/core/serviceaccount/index.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { SecretTokenClaims } from './claims.js'
import { INVALID_SINCE, LAST_USED } from './last-used.js'

/** `gone` without the Secret, its token or its account; `invalidated` with the label of that name. */
export type TokenState = 'valid' | 'invalidated' | 'gone'

/** The Secret and the account that a token depends on, as they are now. */
export class TokenObjects {
  readonly #feed: ChangeFeed
  readonly #claims: SecretTokenClaims
  readonly #digest: Buffer
  readonly #secretKey: string
  readonly #accountKey: string
  #secret: CachedObject | undefined
  #account: CachedObject | undefined
  #state: TokenState = 'gone'
  /** Whether the account names the Secret, as those did that were made with it. */
  isGenerated = false
  /** The day in the label; undefined without one. */
  lastUsed: string | undefined

  constructor(feed: ChangeFeed, claims: SecretTokenClaims, token: string) {
    this.#feed = feed
    this.#claims = claims
    this.#digest = digest(token)
    this.#secretKey = objectKey(secretKind, claims.namespace, claims.secret)
    this.#accountKey = objectKey(accountKind, claims.namespace, claims.account)
  }

  get state(): TokenState {
    const secret = this.#feed.find(this.#secretKey)
    const account = this.#feed.find(this.#accountKey)
    if (secret !== this.#secret || account !== this.#account) {
      this.#secret = secret
      this.#account = account
      this.#state = secret === undefined || account === undefined ? 'gone' : this.#read(secret, account)
    }
    return this.#state
  }

  #read(storedSecret: CachedObject, storedAccount: CachedObject): TokenState {
    const { metadata, data = {} } = JSON.parse(storedSecret.json.toString()) as Secret
    const account = JSON.parse(storedAccount.json.toString()) as ServiceAccount
    this.isGenerated = account.secrets?.some(({ name }) => name === metadata.name) === true
    this.lastUsed = metadata.labels?.[LAST_USED]
    if (metadata.deletionTimestamp || account.metadata.deletionTimestamp) return 'gone'
    if (account.metadata.uid !== this.#claims.uid) return 'gone'
    const token = Buffer.from(data.token ?? '', 'base64')
    if (!timingSafeEqual(digest(token), this.#digest)) return 'gone'
    return metadata.labels?.[INVALID_SINCE] ? 'invalidated' : 'valid'
  }
}

const digest = (token: string | Buffer) => createHash('sha256').update(token).digest()
