import { validatingWebhookConfiguration } from '#kinds/admissionregistration/validatingwebhookconfiguration/index.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import type { ExpressionContext } from '#webhooks/expressions/write-values.js'
import { type AdmissionRegistrations, Compiled } from '#webhooks/registrations.js'
import { Invocations } from './invocations.js'
import { type RegisteredWebhook, registeredWebhooks } from './registered-webhook.js'
import { deniedBy, undecidable } from './rejections.js'
import { CallFailed, noteAnswer, type WebhookCaller } from './webhook-caller.js'

interface Call {
  readonly hook: RegisteredWebhook
  readonly seen: ServedVersion
}

/** Asks webhooks, all at the same time, whether an object may be stored as it is, or be deleted. */
export class ValidatingWebhooks implements AdmissionPlugin {
  readonly name = 'ValidatingAdmissionWebhook'
  readonly asksOthers = true
  readonly seesUnstored = true
  readonly #invocations: Invocations
  readonly #caller: WebhookCaller

  constructor(registrations: AdmissionRegistrations, context: ExpressionContext, caller: WebhookCaller) {
    const hooks = new Compiled(registrations, () =>
      registeredWebhooks(registrations.objects(validatingWebhookConfiguration)),
    )
    this.#invocations = new Invocations(hooks, context)
    this.#caller = caller
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    return this.#invocations.concern(version, operation)
  }

  check(review: AdmissionReview): Promise<void> | undefined {
    const hooks = this.#invocations.candidates(review)
    return hooks.length === 0 ? undefined : this.#ask(hooks, review)
  }

  /** All answers are waited for, so that nothing happens behind the answer to the client. The first rejection counts. */
  async #ask(hooks: readonly RegisteredWebhook[], review: AdmissionReview): Promise<void> {
    await this.#invocations.prepare(hooks)
    const calls: Call[] = []
    for (const hook of hooks) {
      const seen = await this.#invocations.versionFor(hook, review)
      if (seen !== undefined) calls.push({ hook, seen })
    }
    const outcomes = await Promise.allSettled(calls.map((call, index) => this.#check(call, index, review)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async #check({ hook, seen }: Call, index: number, review: AdmissionReview): Promise<void> {
    try {
      const answer = await this.#caller.ask(hook, review, seen, false)
      noteAnswer(hook, answer, review)
      if (!answer.allowed) throw deniedBy(hook.name, answer.status)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (!hook.failsOpen) throw undecidable(error.message)
      review.notes?.annotate(
        `failed-open.validation.webhook.admission.k8s.io/round_0_index_${index}`,
        hook.name,
      )
    }
  }
}
