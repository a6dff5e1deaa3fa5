import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import type { ClusterTaint } from './taints.js'

/** What policies may ask about a cluster. */
export interface ClusterFacts {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Empty if unknown. */
  readonly region: string
  readonly zones: readonly string[]
  /** The Kubernetes version, such as `v1.33.2`; empty if unknown. */
  readonly version: string
  readonly isReady: boolean
  readonly taints: readonly ClusterTaint[]
  /** Free resources, where known. */
  readonly free: Amounts | undefined
}

/** A cluster as a candidate for one object. */
export interface CandidateCluster extends ClusterFacts {
  /** Whether the object is there, or was to be brought there: such clusters are preferred, so that nothing moves. */
  readonly hasCopy: boolean
}

/** Why a cluster was chosen or not. */
export interface ClusterVerdict {
  readonly isChosen: boolean
  /** In CamelCase. */
  readonly reason: string
  /** A sentence for people; may be empty. */
  readonly message: string
  /**
   * Of the copy that is there: `kept` gets no more replicas than it has, `leaving` stays until others have replaced it. A
   * cluster that the object is leaving is not chosen.
   */
  readonly copy?: 'kept' | 'leaving'
}

/** Whether the object belongs in the cluster now. */
export const isIn = (verdict: ClusterVerdict | undefined): boolean =>
  verdict !== undefined && (verdict.isChosen || verdict.copy === 'leaving')

export const rejected = (reason: string, message: string): ClusterVerdict => ({
  isChosen: false,
  reason,
  message,
})
