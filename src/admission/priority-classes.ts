import { schedulingV1 } from '#kinds/groups.js'
import { type PriorityClass, SYSTEM_CLASSES } from '#kinds/scheduling/priorityclass/index.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { rejection } from './rejection.js'
import type { StoredObjects } from './stored-objects.js'

const CLASSES = 'scheduling.k8s.io/priorityclasses/'

/** What a pod takes over from its class. */
export type FoundClass = Pick<PriorityClass, 'metadata' | 'value' | 'preemptionPolicy'>

/** The system classes exist even before they are stored. */
export function findPriorityClass(stored: StoredObjects, name: string): Readonly<FoundClass> | undefined {
  const found = stored.get<PriorityClass>(CLASSES, undefined, name)
  if (found !== undefined || !Object.hasOwn(SYSTEM_CLASSES, name)) return found
  const value = SYSTEM_CLASSES[name] as number
  return { metadata: { name } as PriorityClass['metadata'], value, preemptionPolicy: 'PreemptLowerPriority' }
}

/** If several classes are the default, the one with the lowest priority wins. */
export function defaultPriorityClass(stored: StoredObjects): Readonly<PriorityClass> | undefined {
  let lowest: PriorityClass | undefined
  for (const candidate of stored.all<PriorityClass>(CLASSES)) {
    if (!candidate.globalDefault) continue
    if (lowest === undefined || candidate.value < lowest.value) lowest = candidate
  }
  return lowest
}

/** At most one priority class is the global default, and the system classes cannot be deleted. */
export class PriorityClasses implements AdmissionPlugin {
  readonly name = 'Priority'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind }: ServedVersion): boolean {
    return group === schedulingV1.group && kind === 'PriorityClass'
  }

  admit(review: AdmissionReview): void {
    const { operation, name = '' } = review
    if (operation !== 'delete' || !Object.hasOwn(SYSTEM_CLASSES, name)) return
    throw rejection(review, 'this is a system priority class and cannot be deleted')
  }

  check(review: AdmissionReview): void {
    const { operation, object, name } = review
    if (operation === 'delete' || !(object as PriorityClass).globalDefault) return
    const present = defaultPriorityClass(this.#stored)?.metadata.name
    if (present === undefined || (operation === 'update' && present === name)) return
    throw rejection(
      review,
      `PriorityClass ${present} is already marked as default. Only one default can exist`,
    )
  }
}
