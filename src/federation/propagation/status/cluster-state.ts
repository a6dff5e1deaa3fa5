import type { Copy } from '#federation/propagation/federated-object.js'
import { excerpt } from '#util/excerpt.js'

export type CopyState =
  /** As desired, and the member has observed it. */
  | 'Synced'
  /** As desired, but the member is still working on it. */
  | 'Progressing'
  /** Not yet written. */
  | 'Pending'
  /** Rejected, or failing in the member. */
  | 'Failed'
  /** Not yet removed. */
  | 'Removing'
  | 'Unreachable'

/** The state of an object in one cluster. */
export interface ClusterState {
  readonly cluster: string
  readonly state: CopyState
  readonly reason?: string | undefined
  readonly message?: string | undefined
  /** Replicas that were last reported, of a copy that is unknown now. */
  readonly asked?: number | undefined
  /** Undefined if there is no copy, or it is unknown. */
  readonly copy: Copy | undefined
}

const MAX_MESSAGE_LENGTH = 256
const NOT_READY = 'the cluster is not ready'

export const unreachable = (cluster: string, copy: Copy | undefined): ClusterState => ({
  cluster,
  state: 'Unreachable',
  message: NOT_READY,
  copy,
})

/** The state of a copy in a cluster that is ready. */
export function stateOf(copy: Copy, labels: string): ClusterState {
  const { cluster, failure, observed } = copy
  if (failure !== undefined && !copy.isDone(labels)) {
    const { reason, message } = failure
    return { cluster, state: 'Failed', reason, message: excerpt(message, MAX_MESSAGE_LENGTH), copy }
  }
  if (copy.intent === 'absent') return { cluster, state: 'Removing', copy }
  if (!copy.isDone(labels)) return { cluster, state: 'Pending', copy }
  const memberFailure = observed?.failure
  if (memberFailure !== undefined) {
    return {
      cluster,
      state: 'Failed',
      reason: 'MemberFailed',
      message: excerpt(memberFailure, MAX_MESSAGE_LENGTH),
      copy,
    }
  }
  return { cluster, state: observed?.isCurrent ? 'Synced' : 'Progressing', copy }
}

/** `east (Pending)`, or with the reason. */
export function describeLag({ cluster, state, reason, message }: ClusterState): string {
  const why = [reason, message].filter((text) => text !== undefined && text !== '').join(': ')
  return `${cluster} (${why === '' ? state : why})`
}
