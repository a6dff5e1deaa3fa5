import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import type { Random } from '#util/random.js'
import type { LazyWebhookClient } from '#webhooks/client/lazy-client.js'
import { namespaceOf } from '#webhooks/matching/selector-match.js'
import type { RegisteredWebhook } from './registered-webhook.js'
import { reviewRequest } from './review-request.js'
import { InvalidReviewResponse, type ReviewResponse, readReviewResponse } from './review-response.js'
import type { WebhookMetrics, WebhookOutcome } from './webhook-metrics.js'

/** A call failed or its response was invalid. */
export class WebhookCallError extends Error {
  override readonly name = 'CallFailed'
}

export class WebhookCaller {
  readonly #client: LazyWebhookClient
  readonly #random: Random
  readonly #metrics: WebhookMetrics

  constructor(client: LazyWebhookClient, random: Random, metrics: WebhookMetrics) {
    this.#client = client
    this.#random = random
    this.#metrics = metrics
  }

  /** Rejects with `WebhookCallError`. */
  async ask(
    hook: RegisteredWebhook,
    review: AdmissionReview,
    seen: ServedVersion,
    isMutating: boolean,
  ): Promise<ReviewResponse> {
    const startedAt = performance.now()
    const observe = (outcome: Pick<WebhookOutcome, 'code' | 'rejection' | 'failsOpen'>) => {
      const type = isMutating ? 'admit' : 'validating'
      const seconds = (performance.now() - startedAt) / 1000
      this.#metrics.observe({ name: hook.name, type, operation: review.operation, seconds, ...outcome })
    }
    try {
      const response = await this.#ask(hook, review, seen, isMutating)
      const { allowed, status } = response
      observe(allowed ? { code: 200 } : { code: status.code, rejection: 'no_error' })
      return response
    } catch (error) {
      observe(
        hook.failsOpen ? { code: 0, failsOpen: true } : { code: 500, rejection: 'calling_webhook_error' },
      )
      throw error
    }
  }

  async #ask(
    hook: RegisteredWebhook,
    review: AdmissionReview,
    seen: ServedVersion,
    isMutating: boolean,
  ): Promise<ReviewResponse> {
    const { name, configuration, reviewVersion, timeoutSeconds } = hook
    try {
      const key = objectKey(review.version.stored, namespaceOf(review), review.name ?? '')
      const request = await reviewRequest(review, seen, this.#random.uuid(`${key} ${name}`))
      const body = { kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${reviewVersion}`, request }
      const step = review.trace?.beginCall(`webhook ${name}`, { configuration, operation: review.operation })
      const response = await this.#client.call(hook.clientConfig, { body, timeoutSeconds, step })
      await endOfLongStep()
      return readReviewResponse(response, { uid: request.uid, reviewVersion, isMutating })
    } catch (error) {
      const { message } = error as Error
      const what =
        error instanceof InvalidReviewResponse
          ? 'received invalid webhook response'
          : 'failed to call webhook'
      throw new WebhookCallError(`failed calling webhook ${JSON.stringify(name)}: ${what}: ${message}`, {
        cause: error,
      })
    }
  }
}

/** Adds warnings and audit annotations of a webhook to the request. */
export function recordReviewResponse(
  { name }: RegisteredWebhook,
  { warnings, auditAnnotations }: ReviewResponse,
  review: AdmissionReview,
): void {
  for (const warning of warnings) review.warnings?.push(warning)
  if (review.auditAnnotations === undefined) return
  for (const [key, value] of Object.entries(auditAnnotations))
    review.auditAnnotations.annotate(`${name}/${key}`, value)
}
