import type { ObjectCache } from '../cache/object-cache.js'
import { ApiError } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import { objectKey } from '../registry/keys.js'
import type { ServedVersion } from '../registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '../registry/write/admission.js'
import { EVERY_FIELD } from '../selector/field-selector.js'
import { EVERYTHING } from '../selector/label-selector.js'

/** Where priority classes are stored. */
const CLASSES = { prefix: 'scheduling.k8s.io/priorityclasses/' }

/** The classes that every cluster has, whether they are stored or not. */
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
])

interface PriorityClass {
  readonly metadata: { readonly name?: string }
  readonly value: number
  readonly globalDefault?: boolean
  readonly preemptionPolicy?: string
}

interface Pod extends ApiObject {
  spec: {
    priorityClassName?: string | undefined
    priority?: number | undefined
    preemptionPolicy?: string | undefined
  }
}

/** A new pod gets the priority of its class: the class that it names, else the one that is the default for all. */
export class PodPriority implements AdmissionPlugin {
  readonly name = 'Priority'
  readonly #cache: ObjectCache

  constructor(cache: ObjectCache) {
    this.#cache = cache
  }

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && group === '' && kind === 'Pod'
  }

  admit({ object, name = '' }: AdmissionReview): void {
    const { spec } = object as Pod
    const found = spec.priorityClassName ? this.#class(spec.priorityClassName) : this.#default()
    if (found === undefined && spec.priorityClassName) {
      throw forbiddenPod(name, `no PriorityClass with name ${spec.priorityClassName} was found`)
    }
    const { value = 0, preemptionPolicy = 'PreemptLowerPriority' } = found ?? {}
    if (spec.priority !== undefined && spec.priority !== value) {
      throw forbiddenPod(
        name,
        `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
      )
    }
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
      throw forbiddenPod(
        name,
        `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
      )
    }
    spec.priorityClassName ??= found?.metadata.name
    spec.priority = value
    spec.preemptionPolicy = preemptionPolicy
  }

  #class(name: string): PriorityClass | undefined {
    const served = this.#cache.get(objectKey(CLASSES, undefined, name))
    if (served !== undefined) return JSON.parse(served.json.toString()) as PriorityClass
    const value = SYSTEM_CLASSES.get(name)
    return value === undefined ? undefined : { metadata: { name }, value }
  }

  /** Of several defaults the one of the lowest priority counts. */
  #default(): PriorityClass | undefined {
    let lowest: PriorityClass | undefined
    const everything = { namespace: undefined, labels: EVERYTHING, fields: EVERY_FIELD }
    for (const served of this.#cache
      .collection(CLASSES.prefix)
      .select({ ...everything, includeUninitialized: true })) {
      const candidate = JSON.parse(served.json.toString()) as PriorityClass
      if (!candidate.globalDefault) continue
      if (lowest === undefined || candidate.value < lowest.value) lowest = candidate
    }
    return lowest
  }
}

function forbiddenPod(name: string, why: string): ApiError {
  return new ApiError('forbidden', `pods ${JSON.stringify(name)} is forbidden: ${why}`, {
    name,
    kind: 'pods',
  })
}
