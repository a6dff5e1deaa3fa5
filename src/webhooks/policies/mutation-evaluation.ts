import { isSame } from '#apply/compare.js'
import { DEDUCED, structMergeType } from '#apply/merge-type.js'
import type { Bindings } from '#cel/program.js'
import { Failure } from '#cel/values/failure.js'
import { OversizedBody } from '#codec/codec.js'
import { expectReadableValue } from '#codec/json/value-size.js'
import { ApiError } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { DecodeError } from '#schema/decode-error.js'
import { endOfLongStep } from '#util/event-loop.js'
import { replaceObject } from '#webhooks/admission/replace-object.js'
import { reviewedObject } from '#webhooks/admission/review-request.js'
import { CostBudget, OUT_OF_BUDGET } from '#webhooks/expressions/evaluation.js'
import { subresourceOf } from '#webhooks/matching/converted-object.js'
import type { CompiledMutation, CompiledMutations } from './compiled-mutations.js'
import { MutationError, type SeenObject, unappliable, withConfiguration, withOperations } from './mutation.js'
import { evaluateNamed, NamedValues, POLICY_BUDGET } from './named-values.js'

/** Whether a mutation has changed the object, or why it failed. */
export type MutationOutcome =
  | { readonly isChanged: boolean; readonly failure?: undefined }
  | { readonly failure: string; readonly isChanged?: undefined }

/** Evaluates a mutation and changes the object of the review. Rejects with errors that a policy cannot ignore. */
export async function mutate(
  { isApply, expression }: CompiledMutation,
  policy: CompiledMutations,
  review: AdmissionReview,
  seen: ServedVersion,
  bindings: Bindings,
): Promise<MutationOutcome> {
  const budget = new CostBudget(POLICY_BUDGET)
  const variables = new NamedValues(policy.variables, bindings, budget)
  const { value, failure } = await evaluateNamed(expression, { ...bindings, variables }, budget)
  if (budget.isOverdrawn) return { failure: OUT_OF_BUDGET }
  if (failure !== undefined) return { failure }
  const target = await seenObject(review, seen)
  if (target === undefined) return { isChanged: false }
  await endOfLongStep()
  let made: unknown
  try {
    made = isApply ? withConfiguration(value, target) : withOperations(value, target)
    expectReadableValue(made)
  } catch (error) {
    return { failure: failureOf(error, isApply) }
  }
  await endOfLongStep()
  if (made === target.object) return { isChanged: false }
  if (review.operation === 'connect') return unlessConnection(target, made)
  try {
    return { isChanged: await replaceObject(review, seen, made) }
  } catch (error) {
    if (error instanceof DecodeError)
      return { failure: (isApply ? unappliable(error.message) : error).message }
    throw error
  }
}

/** The options of a connection take effect as the client sent them. */
function unlessConnection({ object }: SeenObject, made: unknown): MutationOutcome {
  return isSame(object, made)
    ? { isChanged: false }
    : { failure: 'the options of a connection cannot be changed' }
}

async function seenObject(review: AdmissionReview, seen: ServedVersion): Promise<SeenObject | undefined> {
  const object = await reviewedObject(review, seen, review.object)
  if (object === null) return undefined
  if (review.operation === 'connect') return { object, mergeType: DEDUCED, schema: undefined }
  const through = review.createdThrough ?? subresourceOf(seen, review.subresource)
  if (through?.schema === undefined && seen.codec !== undefined) {
    return { object, mergeType: seen.codec.mergeType, schema: undefined }
  }
  const schema = through?.schema ?? seen.schema
  return { object, mergeType: structMergeType(schema), schema }
}

/** The message of a patch that does not fit. Throws all other errors. */
function failureOf(error: unknown, isApply: boolean): string {
  if (error instanceof Failure || error instanceof MutationError) return error.message
  if (error instanceof OversizedBody) return `the result is too large: ${error.message}`
  if (error instanceof ApiError) return `${isApply ? 'error applying patch' : 'JSON Patch'}: ${error.message}`
  throw error
}
