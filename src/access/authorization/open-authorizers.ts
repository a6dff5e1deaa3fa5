import { ConfigDocumentError, readConfigDocument } from '#access/config-document.js'
import type { OpenReviewWebhook } from '#access/review-webhook.js'
import { WatchedFile } from '#access/watched-file.js'
import { ReviewConditions } from '#kinds/authorization/review-conditions.js'
import type { Logger } from '#observe/logger.js'
import type { CloseStack } from '#util/async/close-stack.js'
import type { Clock } from '#util/clock.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import { parseDuration } from '#util/text/duration.js'
import type { AuthorizationConfig, AuthorizationMode } from './authorization-config.js'
import { type Authorizer, alwaysAllow, alwaysDeny } from './authorizer.js'
import { AuthorizerUnion } from './authorizer-union.js'
import type { WebhookConfiguration } from './configuration/authorization-configuration.js'
import { authorizationDocument } from './configuration/authorization-document.js'
import { WebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook/webhook-authorizer.js'

/** A webhook with its connections. */
interface OpenedWebhook {
  readonly authorizer: WebhookAuthorizer
  close(): void
}

/** What authorizers are made of. */
export interface AuthorizerParts {
  readonly rbac: Authorizer
  /** Called at most once. */
  openNodeAuthorizer(): Authorizer
  readonly openReviewWebhook: OpenReviewWebhook
  /** Whether a server may allow everything to everybody who reaches it. */
  readonly mayAllowAll: boolean
  readonly clock: Clock
  readonly logger: Logger
}

const FLAG_TIMEOUT_MS = 30_000

/** Opens the configured authorizers. Rejects if a webhook or the file cannot be used. */
export async function openAuthorizers(
  config: AuthorizationConfig,
  parts: AuthorizerParts,
  opened: CloseStack,
): Promise<Authorizer> {
  if (config.authorizationConfig !== '') {
    const file = await AuthorizationFile.open(config.authorizationConfig, parts)
    opened.push(() => file.close())
    return file.authorizer
  }
  const members: Authorizer[] = []
  for (const mode of config.authorizationMode) {
    if (mode === 'Webhook') {
      const webhook = await flaggedWebhook(config, parts)
      opened.push(() => webhook.close())
      members.push(webhook.authorizer)
    } else members.push(authorizerOf(mode, parts))
  }
  return members.length === 1 && members[0] === parts.rbac ? parts.rbac : new AuthorizerUnion(members)
}

function authorizerOf(mode: Exclude<AuthorizationMode, 'Webhook'>, parts: AuthorizerParts): Authorizer {
  if (mode === 'AlwaysAllow') return alwaysAllow
  if (mode === 'AlwaysDeny') return alwaysDeny
  return mode === 'RBAC' ? parts.rbac : parts.openNodeAuthorizer()
}

/** A failure of this webhook is no opinion. */
function flaggedWebhook(config: AuthorizationConfig, parts: AuthorizerParts): Promise<OpenedWebhook> {
  const options = {
    name: 'webhook',
    version: config.authorizationWebhookVersion,
    authorizedTtlMs: config.authorizationWebhookCacheAuthorizedTtlMs,
    unauthorizedTtlMs: config.authorizationWebhookCacheUnauthorizedTtlMs,
    failsClosed: false,
  }
  return openWebhook(config.authorizationWebhookConfigFile, FLAG_TIMEOUT_MS, options, parts)
}

async function openWebhook(
  path: string,
  timeoutMs: number,
  options: Omit<WebhookAuthorizerOptions, 'send' | 'clock' | 'logger'>,
  { openReviewWebhook, clock, logger }: AuthorizerParts,
): Promise<OpenedWebhook> {
  const { send, close } = await openReviewWebhook(path, timeoutMs)
  return { authorizer: new WebhookAuthorizer({ ...options, send, clock, logger }), close }
}

/** The authorizers of a file, reloaded on changes. */
class AuthorizationFile {
  readonly authorizer = new AuthorizerUnion([])
  readonly #parts: AuthorizerParts
  /** Authorizers other than webhooks, by type. A change of the file keeps them. */
  #lasting: ReadonlyMap<string, Authorizer> | undefined
  /** The webhooks of the current content. */
  #webhooks: readonly OpenedWebhook[] = []
  /** Those of earlier contents that requests wait for. */
  readonly #retired = new Set<OpenedWebhook>()
  #file: WatchedFile | undefined
  #isClosed = false

  private constructor(parts: AuthorizerParts) {
    this.#parts = parts
  }

  /** Rejects if the file cannot be used. After later errors the previous authorizers stay. */
  static async open(path: string, parts: AuthorizerParts): Promise<AuthorizationFile> {
    const opened = new AuthorizationFile(parts)
    const { logger } = parts
    opened.#file = await WatchedFile.open(
      path,
      async (content) => {
        await opened.#load(content)
        if (opened.#file !== undefined) logger.info({ file: path }, 'reloaded the authorizers')
      },
      (error) => logger.warn({ file: path, error: String(error) }, 'reloading the authorizers failed'),
    )
    return opened
  }

  close(): void {
    this.#isClosed = true
    this.#file?.close()
    closeAll([...this.#webhooks, ...this.#retired])
  }

  async #load(content: Buffer): Promise<void> {
    const configuration = await readConfigDocument(authorizationDocument, content)
    const authorizers = configuration.authorizers ?? []
    const types = authorizers.map(({ type }) => type as AuthorizationMode)
    const lasting = this.#lasting ?? this.#openLasting(types)
    const missing = [...lasting.keys()].filter((type) => !types.some((named) => named === type))
    const added = types.filter((type) => type !== 'Webhook' && !lasting.has(type))
    if (missing.length + added.length > 0) {
      throw new ConfigDocumentError(
        `authorizers: only webhooks can be added and removed while the server runs, not ${[...missing, ...added].join(', ')}`,
      )
    }
    if (!this.#parts.mayAllowAll && allowsEverything(types)) {
      throw new ConfigDocumentError(
        'authorizers: AlwaysAllow allows everything to everybody who reaches the server; listen on 127.0.0.1, or add --insecure-allow-any-host',
      )
    }
    const webhooks: OpenedWebhook[] = []
    const members: Authorizer[] = []
    try {
      for (const { type, name, webhook } of authorizers) {
        const known = lasting.get(type)
        if (known !== undefined) members.push(known)
        if (webhook === undefined) continue
        const opened = await this.#openWebhook(name, webhook)
        webhooks.push(opened)
        members.push(opened.authorizer)
      }
    } catch (error) {
      closeAll(webhooks)
      throw error
    }
    if (this.#isClosed) return closeAll(webhooks)
    const previous = this.#webhooks
    this.#lasting = lasting
    this.#webhooks = webhooks
    this.authorizer.replace(members)
    void this.#retire(previous)
  }

  /** Requests that wait for a webhook still get its decision, and ask the webhooks after it. */
  async #retire(webhooks: readonly OpenedWebhook[]): Promise<void> {
    for (const webhook of webhooks) this.#retired.add(webhook)
    do {
      await Promise.all(webhooks.map(({ authorizer }) => authorizer.settled()))
      await yieldToEventLoop()
    } while (webhooks.some(({ authorizer }) => authorizer.isAsked))
    for (const webhook of webhooks) this.#retired.delete(webhook)
    closeAll(webhooks)
  }

  #openLasting(types: readonly AuthorizationMode[]): ReadonlyMap<string, Authorizer> {
    const found = new Map<string, Authorizer>()
    for (const type of types) if (type !== 'Webhook') found.set(type, authorizerOf(type, this.#parts))
    return found
  }

  #openWebhook(name: string, webhook: WebhookConfiguration): Promise<OpenedWebhook> {
    const { connectionInfo, matchConditions = [], failurePolicy, subjectAccessReviewVersion } = webhook
    const { cacheAuthorizedRequests = true, cacheUnauthorizedRequests = true } = webhook
    const options: Omit<WebhookAuthorizerOptions, 'send' | 'clock' | 'logger'> = {
      name,
      version: subjectAccessReviewVersion === 'v1' ? 'v1' : 'v1beta1',
      authorizedTtlMs: cacheAuthorizedRequests ? millisecondsOf(webhook.authorizedTTL, '5m') : 0,
      unauthorizedTtlMs: cacheUnauthorizedRequests ? millisecondsOf(webhook.unauthorizedTTL, '30s') : 0,
      failsClosed: failurePolicy === 'Deny',
      conditions:
        matchConditions.length === 0
          ? undefined
          : new ReviewConditions(matchConditions.map(({ expression }) => expression)),
    }
    const timeoutMs = millisecondsOf(webhook.timeout, '30s')
    return openWebhook(connectionInfo.kubeConfigFile ?? '', timeoutMs, options, this.#parts)
  }
}

/** Zero is the default too. */
const millisecondsOf = (text: string | undefined, otherwise: string): number =>
  parseDuration(text ?? '') || (parseDuration(otherwise) ?? 0)

/** A webhook before it can deny. */
const allowsEverything = (types: readonly AuthorizationMode[]): boolean =>
  types.find((type) => type === 'AlwaysAllow' || type === 'Webhook') === 'AlwaysAllow'

const closeAll = (webhooks: readonly OpenedWebhook[]): void => {
  for (const webhook of webhooks) webhook.close()
}
