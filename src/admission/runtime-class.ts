import type { Pod } from '#kinds/core/pod/schema.js'
import type { RuntimeClass } from '#kinds/node/runtimeclass/schema.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import { mergeTolerations } from '#kinds/shared/pod/scheduling/tolerations.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { compareQuantities } from '#schema/quantity.js'
import { isPodCreate } from './pod-writes.js'
import { rejection } from './rejection.js'
import type { StoredObjects } from './stored-objects.js'

const CLASSES = 'node.k8s.io/runtimeclasses/'

/** Gives a new pod the overhead, node selector and tolerations of its runtime class. */
export class RuntimeClasses implements AdmissionPlugin {
  readonly name = 'RuntimeClass'
  readonly handles = isPodCreate
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  admit(review: AdmissionReview): void {
    const { spec } = review.object as Pod
    const found = this.#classOf(review)
    const overhead = found?.overhead?.podFixed
    if (overhead !== undefined) {
      if (spec.overhead !== undefined && !isSame(spec.overhead, overhead))
        throw rejection(review, OTHER_OVERHEAD)
      spec.overhead = { ...overhead }
    }
    if (found?.scheduling !== undefined) this.#schedule(review, found.scheduling)
  }

  check(review: AdmissionReview): void {
    const { spec } = review.object as Pod
    if (spec.overhead === undefined || Object.keys(spec.overhead).length === 0) return
    if (this.#classOf(review)?.overhead === undefined) throw rejection(review, NO_OVERHEAD)
  }

  #classOf(review: AdmissionReview): RuntimeClass | undefined {
    const { runtimeClassName: name } = (review.object as Pod).spec
    if (name === undefined) return undefined
    const found = this.#stored.get<RuntimeClass>(CLASSES, undefined, name)
    if (found !== undefined) return found
    throw rejection(review, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`)
  }

  #schedule(
    review: AdmissionReview,
    { nodeSelector, tolerations }: NonNullable<RuntimeClass['scheduling']>,
  ): void {
    const { spec } = review.object as Pod
    for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) {
      const wanted = nodeSelector?.[key]
      if (wanted === undefined || wanted === value) continue
      const names = `runtimeClass.scheduling.nodeSelector[${key}] = ${wanted}; pod.spec.nodeSelector[${key}] = ${value}`
      throw rejection(review, `conflict: ${names}`)
    }
    if (nodeSelector !== undefined) spec.nodeSelector = merged(nodeSelector, spec.nodeSelector)
    if (tolerations === undefined) return
    if ((spec.tolerations?.length ?? 0) + tolerations.length > MAX_TOLERATIONS)
      throw rejection(review, TOO_MANY_TOLERATIONS)
    spec.tolerations = mergeTolerations(spec.tolerations ?? [], tolerations)
  }
}

/** Every toleration is compared with all others. */
const MAX_TOLERATIONS = 1000
const TOO_MANY_TOLERATIONS = `pod rejected: with those of its RuntimeClass it has more than ${MAX_TOLERATIONS} tolerations`
const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"
const NO_OVERHEAD = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'

function isSame(left: Amounts, right: Amounts): boolean {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every(
    (name) => Object.hasOwn(right, name) && compareQuantities(left[name] ?? '0', right[name] ?? '0') === 0,
  )
}

/** Maps are stored with sorted keys. */
const merged = (selector: Amounts, own: Amounts | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...selector, ...own }).sort(([one], [other]) => (one < other ? -1 : 1)))
