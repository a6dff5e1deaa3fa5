import type { Copy } from '#federation/propagation/federated-object.js'
import { excerpt } from '#util/excerpt.js'

/** How far a copy is, in one word. */
export type CopyState =
  /** It is as it is to be, and the member has seen that. */
  | 'Synced'
  /** It is as it is to be, and the member is still at work. */
  | 'Progressing'
  /** It has yet to be written. */
  | 'Pending'
  /** It could not be written, or does not come about. */
  | 'Failed'
  /** It has yet to go. */
  | 'Removing'
  /** The cluster is not ready. */
  | 'Unreachable'

/** What is told of an object in one cluster. */
export interface ClusterState {
  readonly cluster: string
  readonly state: CopyState
  readonly reason?: string | undefined
  readonly message?: string | undefined
  /** Undefined where it is not known what is there, or nothing is. */
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
  const { cluster, problem, observed } = copy
  if (problem !== undefined && !copy.isDone(labels)) {
    const { reason, message } = problem
    return { cluster, state: 'Failed', reason, message: excerpt(message, MAX_MESSAGE_LENGTH), copy }
  }
  if (copy.intent === 'absent') return { cluster, state: 'Removing', copy }
  if (!copy.isDone(labels)) return { cluster, state: 'Pending', copy }
  const failure = observed?.failure
  if (failure !== undefined) {
    return {
      cluster,
      state: 'Failed',
      reason: 'MemberFailed',
      message: excerpt(failure, MAX_MESSAGE_LENGTH),
      copy,
    }
  }
  return { cluster, state: observed?.isCurrent ? 'Synced' : 'Progressing', copy }
}

/** `east (Pending)`, or with the reason why. */
export function describeLag({ cluster, state, reason, message }: ClusterState): string {
  const why = [reason, message].filter((text) => text !== undefined && text !== '').join(': ')
  return `${cluster} (${why === '' ? state : why})`
}
