import { validatingWebhookConfiguration } from '#kinds/admissionregistration/validatingwebhookconfiguration/index.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import type { ExpressionContext } from '#webhooks/expressions/write-values.js'
import { type AdmissionRegistrations, Compiled } from '#webhooks/registrations.js'
import { type RegisteredWebhook, registeredWebhooks } from './registered-webhook.js'
import { deniedBy, internalAdmissionError } from './rejections.js'
import { recordReviewResponse, WebhookCallError, type WebhookCaller } from './webhook-caller.js'
import { WebhookMatcher } from './webhook-matcher.js'

interface Call {
  readonly hook: RegisteredWebhook
  readonly seen: ServedVersion
}

/** Calls validating webhooks concurrently. */
export class ValidatingWebhooks implements AdmissionPlugin {
  readonly name = 'ValidatingAdmissionWebhook'
  readonly callsOtherServers = true
  readonly seesUnstored = true
  readonly #matcher: WebhookMatcher
  readonly #caller: WebhookCaller

  constructor(registrations: AdmissionRegistrations, context: ExpressionContext, caller: WebhookCaller) {
    const hooks = new Compiled(registrations, () =>
      registeredWebhooks(registrations.objects(validatingWebhookConfiguration)),
    )
    this.#matcher = new WebhookMatcher(hooks, context)
    this.#caller = caller
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    return this.#matcher.mayMatch(version, operation)
  }

  check(review: AdmissionReview): Promise<void> | undefined {
    const hooks = this.#matcher.candidates(review)
    return hooks.length === 0 ? undefined : this.#ask(hooks, review)
  }

  /** Waits for all calls, so that nothing happens after the response to the client. The first rejection wins. */
  async #ask(hooks: readonly RegisteredWebhook[], review: AdmissionReview): Promise<void> {
    await this.#matcher.prepare(hooks)
    const calls: Call[] = []
    for (const hook of hooks) {
      const seen = await this.#matcher.versionFor(hook, review)
      if (seen !== undefined) calls.push({ hook, seen })
    }
    const outcomes = await Promise.allSettled(calls.map((call, index) => this.#check(call, index, review)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async #check({ hook, seen }: Call, index: number, review: AdmissionReview): Promise<void> {
    try {
      const response = await this.#caller.ask(hook, review, seen, false)
      recordReviewResponse(hook, response, review)
      if (!response.allowed) throw deniedBy(hook.name, response.status)
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error
      if (!hook.failsOpen) throw internalAdmissionError(error.message)
      review.auditAnnotations?.annotate(
        `failed-open.validation.webhook.admission.k8s.io/round_0_index_${index}`,
        hook.name,
      )
    }
  }
}
