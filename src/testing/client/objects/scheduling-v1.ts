// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** A named priority for pods. */
export interface PriorityClass {
  kind: 'PriorityClass'
  apiVersion: 'scheduling.k8s.io/v1'
  /** Name, labels and other standard data of the class. */
  metadata: ObjectMeta
  /** Priority of pods of the class, higher first; never changes. */
  value: number
  /** True makes it the default class of pods that name none. */
  globalDefault?: boolean
  /** When to use the class, for people. */
  description?: string
  /** Whether pods of the class may preempt pods of lower priority: PreemptLowerPriority (default) or Never. Never changes. */
  preemptionPolicy?: string
}
