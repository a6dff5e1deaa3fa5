import { mutatingWebhookConfiguration } from '#kinds/admissionregistration/mutatingwebhookconfiguration/index.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import type { ExpressionContext } from '#webhooks/expressions/write-values.js'
import { type AdmissionRegistrations, Compiled } from '#webhooks/registrations.js'
import { patchObject } from './patched-object.js'
import { type RegisteredWebhook, registeredWebhooks } from './registered-webhook.js'
import { Reinvocation } from './reinvocation.js'
import { deniedBy, internalAdmissionError } from './rejections.js'
import { recordReviewResponse, WebhookCallError, type WebhookCaller } from './webhook-caller.js'
import { WebhookMatcher } from './webhook-matcher.js'

/** Calls mutating webhooks one after the other. */
export class MutatingWebhooks implements AdmissionPlugin {
  readonly name = 'MutatingAdmissionWebhook'
  readonly callsOtherServers = true
  readonly seesUnstored = true
  readonly #matcher: WebhookMatcher
  readonly #caller: WebhookCaller
  /** The state of the first round of each review. */
  readonly #rounds = new WeakMap<AdmissionReview, Reinvocation<RegisteredWebhook>>()

  constructor(registrations: AdmissionRegistrations, context: ExpressionContext, caller: WebhookCaller) {
    const hooks = new Compiled(registrations, () =>
      registeredWebhooks(registrations.objects(mutatingWebhookConfiguration)),
    )
    this.#matcher = new WebhookMatcher(hooks, context)
    this.#caller = caller
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    return this.#matcher.mayMatch(version, operation)
  }

  admit(review: AdmissionReview): Promise<void> | undefined {
    const hooks = this.#matcher.candidates(review)
    return hooks.length === 0 ? undefined : this.#ask(hooks, review)
  }

  async #ask(hooks: readonly RegisteredWebhook[], review: AdmissionReview): Promise<void> {
    await this.#matcher.prepare(hooks)
    const rounds = this.#rounds.get(review) ?? new Reinvocation<RegisteredWebhook>()
    this.#rounds.set(review, rounds)
    if (review.isSecondRound) rounds.beginSecond(review.object)
    for (const [index, hook] of hooks.entries()) {
      // Webhooks that were skipped in the first round stay skipped.
      if (review.isSecondRound && !rounds.isDue(hook)) continue
      if (await this.#admit(hook, index, review)) {
        rounds.onChange()
        review.admitAgain()
      }
      if (hook.isReinvoked) rounds.onAsked(hook)
    }
    await endOfLongStep()
    rounds.end(review.object)
  }

  /** Resolves with whether the webhook changed the object. */
  async #admit(hook: RegisteredWebhook, index: number, review: AdmissionReview): Promise<boolean> {
    // Earlier webhooks may have changed the match.
    const seen = await this.#matcher.versionFor(hook, review)
    if (seen === undefined) return false
    const place = `round_${review.isSecondRound ? 1 : 0}_index_${index}`
    try {
      const response = await this.#caller.ask(hook, review, seen, true)
      recordReviewResponse(hook, response, review)
      if (!response.allowed) throw deniedBy(hook.name, response.status)
      const { patch } = response
      const mutated = patch !== undefined && (await patchObject(hook.name, patch, review, seen))
      const { configuration, name: webhook } = hook
      const note = JSON.stringify({ configuration, webhook, mutated })
      review.auditAnnotations?.annotate(`mutation.webhook.admission.k8s.io/${place}`, note)
      return mutated
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error
      if (!hook.failsOpen) throw internalAdmissionError(error.message)
      review.auditAnnotations?.annotate(`failed-open.mutation.webhook.admission.k8s.io/${place}`, hook.name)
      return false
    }
  }
}
