import { isPodCreate } from '#admission/pod-writes.js'
import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { namespaceAnnotation } from './namespace-annotations.js'

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector'

type Labels = Readonly<Record<string, string>>

/** New pods get the node selector of their namespace, and cannot contradict it. */
export class PodNodeSelector implements AdmissionPlugin {
  readonly name = 'PodNodeSelector'
  readonly handles = isPodCreate
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  admit(review: AdmissionReview): void {
    const wanted = this.#expectNoConflict(review)
    const { spec } = review.object as Pod
    const merged = { ...wanted, ...spec.nodeSelector }
    const keys = Object.keys(merged).sort()
    if (keys.length > 0) spec.nodeSelector = Object.fromEntries(keys.map((key) => [key, merged[key] ?? '']))
  }

  check(review: AdmissionReview): void {
    this.#expectNoConflict(review)
  }

  /** Returns the selector of the namespace. */
  #expectNoConflict(review: AdmissionReview): Labels {
    const wanted = parseSelector(
      review,
      namespaceAnnotation(this.#stored, review.namespace, ANNOTATION) ?? '',
    )
    const { nodeSelector = {} } = (review.object as Pod).spec
    const contradicts = (key: string) => Object.hasOwn(nodeSelector, key) && nodeSelector[key] !== wanted[key]
    if (!Object.keys(wanted).some(contradicts)) return wanted
    throw rejection(review, 'pod node label selector conflicts with its namespace node label selector')
  }
}

/** Labels as `a=b,c=d`. */
function parseSelector(review: AdmissionReview, selector: string): Labels {
  if (selector === '') return {}
  const pairs = selector.split(',').map((part) => part.split('='))
  const labels = pairs.map(([key = '', value = '', ...rest]): [string, string] => {
    const [name, content] = [key.trim(), value.trim()]
    const errors = [...qualifiedName(name), ...labelValue(content)]
    if (rest.length === 0 && errors.length === 0) return [name, content]
    throw rejection(review, `the annotation ${ANNOTATION} of its namespace is no selector: ${selector}`)
  })
  return Object.fromEntries(labels)
}
