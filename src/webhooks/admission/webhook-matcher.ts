import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { LazyModule } from '#util/memoize.js'
import type { ExpressionContext } from '#webhooks/expressions/write-values.js'
import { isExempt, matchedVersion, mayMatch } from '#webhooks/matching/resource-match.js'
import { isSelected } from '#webhooks/matching/selector-match.js'
import type { Compiled } from '#webhooks/registrations.js'
import type { RegisteredWebhook } from './registered-webhook.js'

/** Few webhooks have match conditions; the evaluator is loaded with the first. */
const conditions = new LazyModule(() => import('./webhook-conditions.js'))

/** Decides which webhooks are called for a write. */
export class WebhookMatcher {
  readonly #hooks: Compiled<readonly RegisteredWebhook[]>
  readonly #context: ExpressionContext

  constructor(hooks: Compiled<readonly RegisteredWebhook[]>, context: ExpressionContext) {
    this.#hooks = hooks
    this.#context = context
  }

  /** Whether any webhook may match such writes. */
  mayMatch(version: ServedVersion, operation: AdmittedOperation): boolean {
    return this.#hooks.value.some((hook) => mayMatch(hook, version, operation))
  }

  /** The webhooks whose rules match a write, in order. */
  candidates(review: AdmissionReview): readonly RegisteredWebhook[] {
    if (isExempt(review.version)) return []
    return this.#hooks.value.filter((hook) => matchedVersion(hook, review) !== undefined)
  }

  /** Loads the evaluator if needed; undefined if there is nothing to wait for. */
  prepare(hooks: readonly RegisteredWebhook[]): Promise<void> | undefined {
    return hooks.some(hasConditions) ? conditions.load() : undefined
  }

  /**
   * The version that a webhook receives; undefined if it is not called. Rejects with the error for the client
   * if that cannot be decided.
   */
  async versionFor(hook: RegisteredWebhook, review: AdmissionReview): Promise<ServedVersion | undefined> {
    await endOfLongStep()
    const seen = matchedVersion(hook, review)
    if (seen === undefined || !isSelected(hook, review, this.#context.objects)) return undefined
    if (!hasConditions(hook)) return seen
    return (await conditions.module.matchesConditions(hook, review, seen, this.#context)) ? seen : undefined
  }
}

const hasConditions = ({ matchConditions }: RegisteredWebhook) => matchConditions.length > 0
