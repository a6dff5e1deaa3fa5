import { isPodWrite, isWholePod } from '#admission/pod-writes.js'
import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import { qosClassOf } from '#kinds/core/pod/qos-class.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import { includesToleration, mergeTolerations } from '#kinds/shared/pod/scheduling/tolerations.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { decoderOf } from '#schema/decode.js'
import { namespaceAnnotation } from './namespace-annotations.js'

const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations'
const ALLOWED = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist'

/** Every toleration is compared with all others. */
const MAX_TOLERATIONS = 1000

/** Pods get the default tolerations of their namespace, and only those that it allows. */
export class PodTolerations implements AdmissionPlugin {
  readonly name = 'PodTolerationRestriction'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  readonly handles = isPodWrite

  admit(review: AdmissionReview): void {
    if (!isWholePod(review)) return
    const { spec } = review.object as Pod
    const defaults = review.operation === 'create' ? this.#tolerations(review, DEFAULTS) : []
    const added = qosClassOf(spec) === 'BestEffort' ? [] : [MEMORY_PRESSURE]
    const own = spec.tolerations ?? []
    if (own.length > MAX_TOLERATIONS) throw rejection(review, TOO_MANY)
    const merged = mergeTolerations(mergeTolerations(defaults, own), added)
    if (merged.length > 0) spec.tolerations = merged
    this.#expectAllowed(review)
  }

  check(review: AdmissionReview): void {
    if (isWholePod(review)) this.#expectAllowed(review)
  }

  #expectAllowed(review: AdmissionReview): void {
    const { tolerations = [] } = (review.object as Pod).spec
    const allowed = this.#tolerations(review, ALLOWED)
    if (allowed.length === 0) return
    if (tolerations.every((each) => allowed.some((wide) => includesToleration(wide, each)))) return
    throw rejection(
      review,
      'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
    )
  }

  #tolerations(review: AdmissionReview, annotation: string): readonly Toleration[] {
    const text = namespaceAnnotation(this.#stored, review.namespace, annotation)
    if (!text) return []
    let read: readonly Toleration[] | undefined
    try {
      read = (JSON.parse(text) as unknown[]).map((each) => decodeToleration(each))
    } catch {
      throw rejection(review, `the annotation ${annotation} of its namespace is no list of tolerations`)
    }
    if (read.length > MAX_TOLERATIONS) throw rejection(review, TOO_MANY)
    return read
  }
}

const decodeToleration = decoderOf(Toleration)

const MEMORY_PRESSURE: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  value: undefined,
  effect: 'NoSchedule',
  tolerationSeconds: undefined,
}

const TOO_MANY = `the pod or its namespace has more than ${MAX_TOLERATIONS} tolerations`
