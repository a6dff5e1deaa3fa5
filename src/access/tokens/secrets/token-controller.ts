import type { CachedObject } from '#cache/cached-object.js'
import { type ControllerContext, storeOf } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { Secret } from '#kinds/core/secret/schema.js'
import type { ServiceAccount } from '#kinds/core/serviceaccount/index.js'
import { ApiError } from '#meta/api-error.js'
import { SERVER } from '#meta/user.js'
import { objectKey } from '#registry/keys.js'
import type { SecretTokens } from './secret-tokens.js'

const CONCURRENCY = 4
const SECRETS = { prefix: 'core/secrets/', apiVersion: 'v1', kind: 'Secret', plural: 'secrets' }
const ACCOUNTS = {
  prefix: 'core/serviceaccounts/',
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
}
const TYPE = 'kubernetes.io/service-account-token'
const ACCOUNT_NAME = 'kubernetes.io/service-account.name'
const ACCOUNT_UID = 'kubernetes.io/service-account.uid'

const DELETION = { resourceVersion: undefined, policy: 'Background', dryRun: false, user: SERVER } as const

/** A Secret for the token of an account. */
interface TokenSecret {
  readonly key: string
  readonly namespace: string
  readonly name: string
  readonly account: string
  readonly accountKey: string
}

/**
 * Puts tokens into the Secrets that ask for them. Deletes such a Secret when its account is gone, and the reference of
 * the account when the Secret is gone.
 */
export class TokenController extends QueueController<TokenSecret> {
  readonly name = 'serviceaccount-token-controller'
  readonly #tokens: SecretTokens
  readonly #rootCa: () => string
  /** By their keys, and by those of their accounts. */
  readonly #secrets = new Map<string, TokenSecret>()
  readonly #ofAccounts = new Map<string, Set<TokenSecret>>()

  constructor(context: ControllerContext, tokens: SecretTokens, rootCa: () => string) {
    super(context, CONCURRENCY)
    this.#tokens = tokens
    this.#rootCa = rootCa
  }

  protected follow(): readonly (() => void)[] {
    const { feed } = this.context
    for (const secret of feed.objectsOf(SECRETS)) this.#onSecret(secret)
    return [
      feed.follow(
        ({ kind, before, after }) => {
          const { key } = (after ?? before) as CachedObject
          if (kind.prefix === ACCOUNTS.prefix) this.addAll(this.#ofAccounts.get(key) ?? [])
          else if (after !== undefined) this.#onSecret(after)
          else this.#onGone(key)
        },
        ({ prefix }) => prefix === SECRETS.prefix || prefix === ACCOUNTS.prefix,
      ),
    ]
  }

  protected lead(): Iterable<TokenSecret> {
    return [...this.#secrets.values()]
  }

  protected onFailure({ key }: TokenSecret, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to provide a token')
  }

  #onSecret(secret: CachedObject): void {
    const { key, namespace, name } = secret
    const account = accountOf(secret)
    if (this.#secrets.get(key)?.account !== account) this.#forget(key)
    if (account === undefined) return
    const known = this.#secrets.get(key)
    const item = known ?? {
      key,
      namespace,
      name,
      account,
      accountKey: objectKey(ACCOUNTS, namespace, account),
    }
    if (known === undefined) this.#remember(item)
    this.add(item)
  }

  #onGone(key: string): void {
    const gone = this.#forget(key)
    if (gone !== undefined) this.add(gone)
  }

  #remember(item: TokenSecret): void {
    this.#secrets.set(item.key, item)
    const siblings = this.#ofAccounts.get(item.accountKey) ?? new Set()
    this.#ofAccounts.set(item.accountKey, siblings.add(item))
  }

  #forget(key: string): TokenSecret | undefined {
    const item = this.#secrets.get(key)
    if (item === undefined) return undefined
    this.#secrets.delete(key)
    const siblings = this.#ofAccounts.get(item.accountKey)
    siblings?.delete(item)
    if (siblings?.size === 0) this.#ofAccounts.delete(item.accountKey)
    return item
  }

  protected async work(item: TokenSecret): Promise<void> {
    if (!this.isLeading) return
    const { feed } = this.context
    const found = feed.find(item.key)
    const account = feed.find(item.accountKey)
    if (found === undefined) {
      if (account !== undefined) await this.#removeReference(item, account)
      return
    }
    // Another Secret has the name now.
    if (this.#secrets.get(item.key) !== item) return
    const secret = JSON.parse(found.json.toString()) as Secret
    const uid = account?.metadata().uid
    const bound = secret.metadata.annotations?.[ACCOUNT_UID]
    if (uid === undefined || (bound && bound !== uid)) await this.#delete(item, secret.metadata.uid)
    else await this.#fill(item, secret, uid)
  }

  async #fill({ namespace, name, account }: TokenSecret, secret: Secret, uid: string): Promise<void> {
    const { data = {}, metadata, immutable } = secret
    const due: Record<string, string> = {}
    const ca = base64(this.#rootCa())
    if (ca !== '' && data['ca.crt'] !== ca) due['ca.crt'] = ca
    if (!data.namespace) due.namespace = base64(namespace)
    if (!data.token) due.token = base64(await this.#tokens.sign({ namespace, secret: name, account, uid }))
    if (Object.keys(due).length === 0 || immutable || !this.isLeading) return
    await storeOf(this.context.stores, SECRETS).writer.modify(namespace, name, {
      preconditions: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
      // The queue retries with the newer Secret.
      retry: false,
      next: (current) => {
        const copy = current.copy() as Secret
        copy.data = { ...copy.data, ...due }
        copy.metadata.annotations = { ...copy.metadata.annotations, [ACCOUNT_UID]: uid }
        return copy
      },
    })
  }

  async #delete({ namespace, name }: TokenSecret, uid: string | undefined): Promise<void> {
    try {
      const { writer } = storeOf(this.context.stores, SECRETS)
      await writer.delete(namespace, name, { ...DELETION, uid, gracePeriodSeconds: undefined })
    } catch (error) {
      if (!(error instanceof ApiError) || (error.error !== 'notFound' && error.error !== 'conflict'))
        throw error
    }
  }

  async #removeReference({ namespace, name, account }: TokenSecret, found: CachedObject): Promise<void> {
    const isNamed = ({ secrets = [] }: ServiceAccount) => secrets.some((reference) => reference.name === name)
    if (!isNamed(JSON.parse(found.json.toString()) as ServiceAccount)) return
    await storeOf(this.context.stores, ACCOUNTS).writer.modify(namespace, account, {
      retry: true,
      next: (current) => {
        const copy = current.copy() as ServiceAccount
        const rest = copy.secrets?.filter((reference) => reference.name !== name)
        copy.secrets = rest?.length ? rest : undefined
        return copy
      },
    })
  }
}

/** The account that a Secret wants a token of; undefined for any other Secret. Most are not parsed. */
function accountOf({ json }: CachedObject): string | undefined {
  if (!json.includes(TYPE)) return undefined
  const { type, metadata } = JSON.parse(json.toString()) as Secret
  return type === TYPE ? metadata.annotations?.[ACCOUNT_NAME] : undefined
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
