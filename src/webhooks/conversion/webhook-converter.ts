import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import { ConversionNeeded } from '#registry/conversion-needed.js'
import { setOwn } from '#schema/json-object.js'
import { isOverBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { Random } from '#util/random.js'
import { parseJson } from '#util/text/json-integers.js'
import type { LazyWebhookClient } from '#webhooks/client/lazy-client.js'
import type { ClientConfig } from '#webhooks/client/webhook-endpoint.js'
import { type Content, ConversionCache, contentOf, conversionKey } from './conversion-cache.js'
import { readConversion } from './conversion-review.js'

/** The conversion webhook of a definition. */
export interface ConversionWebhook {
  readonly clientConfig: ClientConfig
  readonly conversionReviewVersions: readonly string[]
}

const REVIEW_VERSIONS = ['v1', 'v1beta1']
const TIMEOUT_SECONDS = 30
/** Maximum objects and size per request: each request and response is handled in one piece. */
const BATCH = 500
const BATCH_CHARACTERS = 1024 * 1024
/** Maximum response size per object. */
const MAX_BYTES = 8 * 1024 * 1024

/** An object and its cache key. */
export interface Unconverted {
  readonly object: ApiObject
  readonly key: string
  /** In characters of JSON. */
  readonly size: number
}

/** Creates converters, which share a cache. */
export class WebhookConverters {
  readonly #client: LazyWebhookClient
  readonly #random: Random
  readonly #known = new ConversionCache()
  #count = 0

  constructor(client: LazyWebhookClient, random: Random) {
    this.#client = client
    this.#random = random
  }

  /** Each webhook has its own cache keys. */
  make(webhook: ConversionWebhook): WebhookConverter {
    const uid = () => this.#random.uuid('conversion reviews')
    return new WebhookConverter(this.#client, webhook, this.#known, ++this.#count, uid)
  }
}

/** Converts custom resources by a webhook. Conversions are cached by content. */
export class WebhookConverter {
  readonly #client: LazyWebhookClient
  readonly #webhook: ConversionWebhook
  readonly #known: ConversionCache
  readonly #id: number
  readonly #nextUid: () => string
  /** Conversions in progress, so that concurrent readers share a request. */
  readonly #pending = new Map<string, Promise<void>>()

  constructor(
    client: LazyWebhookClient,
    webhook: ConversionWebhook,
    known: ConversionCache,
    id: number,
    nextUid: () => string,
  ) {
    this.#nextUid = nextUid
    this.#client = client
    this.#webhook = webhook
    this.#known = known
    this.#id = id
  }

  /** The object in another version, from the cache; the input is not changed. Throws `ConversionNeeded`. */
  convert<O extends ApiObject>(object: O, apiVersion: string): O {
    const unconverted = this.identify(object, apiVersion)
    const converted = this.converted(unconverted, object, apiVersion)
    if (converted !== undefined) return converted
    throw new ConversionNeeded(async (trace) => this.prepare([unconverted], apiVersion, trace))
  }

  identify(object: ApiObject, apiVersion: string): Unconverted {
    return { ...conversionKey(this.#id, object, apiVersion), object }
  }

  converted<O extends ApiObject>(
    { key }: Pick<Unconverted, 'key'>,
    object: O,
    apiVersion: string,
  ): O | undefined {
    const content = this.#known.get(key)
    return content && withContent(object, apiVersion, content)
  }

  /** Converts objects that are not cached; undefined if there is nothing to wait for. Rejects with an `ApiError`. */
  prepare(
    objects: readonly Unconverted[],
    apiVersion: string,
    trace?: RequestTrace,
  ): Promise<void> | undefined {
    const waiting = new Set<Promise<void>>()
    let batch: Unconverted[] = []
    let size = 0
    const send = () => {
      if (batch.length > 0) waiting.add(this.#send(batch, apiVersion, trace))
      batch = []
      size = 0
    }
    for (const unconverted of objects) {
      const pending = this.#pending.get(unconverted.key)
      if (pending !== undefined) waiting.add(pending)
      else if (this.#known.get(unconverted.key) === undefined) {
        if (size + unconverted.size > BATCH_CHARACTERS) send()
        size += unconverted.size
        batch.push(unconverted)
      }
      if (batch.length === BATCH) send()
    }
    send()
    return waiting.size === 0 ? undefined : Promise.all(waiting).then(() => undefined)
  }

  /** The trace is that of the first request that needs the conversions. */
  #send(batch: readonly Unconverted[], apiVersion: string, trace: RequestTrace | undefined): Promise<void> {
    const sent = this.#ask(
      batch.map(({ object }) => object),
      apiVersion,
      trace,
    )
      .then(async (converted) => {
        for (const [index, { key }] of batch.entries()) {
          if (isOverBudget()) await yieldToEventLoop()
          this.#known.put(key, contentOf(converted[index] as ApiObject))
        }
      })
      .finally(() => {
        for (const { key } of batch) this.#pending.delete(key)
      })
    for (const { key } of batch) this.#pending.set(key, sent)
    return sent
  }

  async #ask(
    objects: readonly ApiObject[],
    apiVersion: string,
    trace: RequestTrace | undefined,
  ): Promise<readonly ApiObject[]> {
    const { clientConfig, conversionReviewVersions } = this.#webhook
    const version = conversionReviewVersions.find((name) => REVIEW_VERSIONS.includes(name)) ?? 'v1'
    const uid = this.#nextUid()
    const request = { uid, desiredAPIVersion: apiVersion, objects }
    const body = { kind: 'ConversionReview', apiVersion: `apiextensions.k8s.io/${version}`, request }
    const [first] = objects
    try {
      // Yields between the requests of a list.
      await yieldToEventLoop()
      const response = await this.#client.call(clientConfig, {
        step: trace?.beginCall('conversion webhook', { kind: first?.kind, objects: objects.length }),
        body,
        timeoutSeconds: TIMEOUT_SECONDS,
        maxBytes: MAX_BYTES,
        decode: (response) => parseJson(response.toString()),
      })
      await yieldToEventLoop()
      return readConversion(response, { uid, objects, apiVersion })
    } catch (error) {
      const what = `conversion webhook for ${first?.apiVersion}, Kind=${first?.kind} failed`
      const why = `${what}: ${(error as Error).message}`
      throw new ApiError('internal', `Internal error occurred: ${why}`, { causes: [{ message: why }] })
    }
  }
}

/** For JSON values and 64-bit integers; four times as fast as `structuredClone`. */
function jsonCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(jsonCopy)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value))
    setOwn(copy, name, jsonCopy((value as Record<string, unknown>)[name]))
  return copy
}

function withContent<O extends ApiObject>(object: O, apiVersion: string, content: Content): O {
  const { labels, annotations, properties } = content
  const metadata = { ...object.metadata, labels: labels ?? undefined, annotations: annotations ?? undefined }
  return { kind: object.kind, apiVersion, metadata, ...(jsonCopy(properties) as object) } as unknown as O
}
