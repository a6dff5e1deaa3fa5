import { requestVariables } from '#kinds/admissionregistration/expressions/expression.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { MatchConditions } from '#webhooks/expressions/match-conditions.js'
import { type ExpressionContext, WriteValues } from '#webhooks/expressions/write-values.js'
import type { RegisteredWebhook } from './registered-webhook.js'
import { forbiddenWrite } from './rejections.js'

/** Compiled once per registration. */
const compiled = new WeakMap<RegisteredWebhook, MatchConditions>()

/** Whether a write matches all conditions of a webhook. Throws the error for the client if that is unknown. */
export async function matchesConditions(
  hook: RegisteredWebhook,
  review: AdmissionReview,
  seen: ServedVersion,
  context: ExpressionContext,
): Promise<boolean> {
  let conditions = compiled.get(hook)
  if (conditions === undefined) {
    conditions = new MatchConditions(hook.matchConditions, requestVariables, hook.failsOpen)
    compiled.set(hook, conditions)
  }
  const { matches, failure } = await conditions.evaluate(
    await new WriteValues(review, seen, context).bindings,
  )
  if (failure !== undefined) throw forbiddenWrite(review, failure)
  return matches
}
