import type { Pod } from '#kinds/core/pod/schema.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { isPodWrite } from './pod-writes.js'
import { defaultPriorityClass, type FoundClass, findPriorityClass } from './priority-classes.js'
import { rejection } from './rejection.js'
import type { StoredObjects } from './stored-objects.js'

/**
 * Gives a new pod the priority of the class that it names, or of the default class. A client that replaces a pod may
 * leave out what the server added.
 */
export class PodPriority implements AdmissionPlugin {
  readonly name = 'Priority'
  readonly handles = isPodWrite
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  admit(review: AdmissionReview): void {
    if (review.part !== 'object') return
    const { spec } = review.object as Pod
    if (review.operation === 'update') {
      const { spec: current } = review.current as Pod
      spec.priority ??= current.priority
      spec.preemptionPolicy ??= current.preemptionPolicy
      return
    }
    const found = this.#classOf(spec.priorityClassName)
    if (found === undefined && spec.priorityClassName) {
      throw rejection(review, `no PriorityClass with name ${spec.priorityClassName} was found`)
    }
    const { value = 0, preemptionPolicy = 'PreemptLowerPriority' } = found ?? {}
    if (spec.priority !== undefined && spec.priority !== value) {
      throw rejection(
        review,
        `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
      )
    }
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
      throw rejection(
        review,
        `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
      )
    }
    spec.priorityClassName ??= found?.metadata.name
    spec.priority = value
    spec.preemptionPolicy = preemptionPolicy
  }

  #classOf(name: string | undefined): Readonly<FoundClass> | undefined {
    return name ? findPriorityClass(this.#stored, name) : defaultPriorityClass(this.#stored)
  }
}
