import type { Bindings } from '#cel/program.js'
import { type CelType, DYN } from '#cel/types.js'
import { fromJson } from '#cel/values/from-json.js'
import type { CelValue } from '#cel/values/values.js'
import { REQUEST_TYPE } from '#kinds/admissionregistration/expressions/request-type.js'
import { celTypeOf } from '#kinds/admissionregistration/expressions/schema-types.js'
import { namespace } from '#kinds/core/namespace/index.js'
import type { Authorize } from '#registry/authorize.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { reviewRequest } from '#webhooks/admission/review-request.js'
import { jsonCopy } from '#webhooks/matching/converted-object.js'
import { namespaceObject, type ObjectFinder } from '#webhooks/matching/selector-match.js'
import { rightsBindings } from './rights.js'

export interface ExpressionContext {
  readonly objects: ObjectFinder
  readonly authorize: Authorize
}

/** The variables of a write, with objects in the given version. Built on first use. */
export class WriteValues {
  readonly #review: AdmissionReview
  readonly #seen: ServedVersion
  readonly #context: ExpressionContext
  readonly #rights: Bindings
  #bindings: Promise<Bindings> | undefined

  /** `rights` remember decisions of other servers. */
  constructor(
    review: AdmissionReview,
    seen: ServedVersion,
    context: ExpressionContext,
    rights = rightsBindings(review, context.authorize),
  ) {
    this.#review = review
    this.#seen = seen
    this.#context = context
    this.#rights = rights
  }

  get bindings(): Promise<Bindings> {
    this.#bindings ??= this.#bind()
    return this.#bindings
  }

  async #bind(): Promise<Bindings> {
    // Expressions cannot see the uid of a review.
    const { object, oldObject, ...request } = await reviewRequest(this.#review, this.#seen, '')
    await endOfLongStep()
    const writtenNamespace = namespaceObject(this.#review, this.#context.objects) ?? null
    return {
      object: valueOfJson(object, DYN),
      oldObject: valueOfJson(oldObject, DYN),
      // Undefined properties do not exist in expressions either.
      request: valueOfJson(jsonCopy(request), REQUEST_TYPE),
      namespaceObject: valueOfJson(writtenNamespace, celTypeOf(namespace.storageVersion.schema)),
      ...this.#rights,
    }
  }
}

export const valueOfJson = (json: unknown, type: CelType = DYN): CelValue => fromJson(json, type)
