import type { Copy } from '#federation/propagation/federated-object.js'

/** The copy of an object in a ready cluster. */
export interface CopyCandidate {
  readonly copy: Copy
  /** Whether the object belongs in the cluster; otherwise its copy will be removed. */
  readonly isSelected: boolean
  /** Whether the copy stays only until others have replaced it. */
  readonly isLeaving?: boolean
  /** The last reported replicas if the cluster is unknown now; undefined if it is known. */
  readonly lastReported: number | undefined
}

export interface PlanInput {
  readonly candidates: readonly CopyCandidate[]
  /** In milliseconds. */
  readonly now: number
}

/** What a plan has to remember, in an annotation of the federated object. */
export interface PlanRecord {
  readonly annotation: string
  /** Undefined to remove the annotation. */
  readonly value: string | undefined
  /** Whether copies may be written only after this is stored. */
  readonly isUrgent: boolean
}

export interface PlanOutcome {
  readonly record?: PlanRecord | undefined
  /** The clusters that the plan is about; all of the placement if undefined. */
  readonly clusters?: ReadonlySet<string> | undefined
  /** When to plan again, in milliseconds. */
  readonly replanAt?: number | undefined
}

export const NO_OUTCOME: PlanOutcome = {}
