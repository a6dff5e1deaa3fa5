import type { Node } from './schema.js'

const NOT_READY = 'node.kubernetes.io/not-ready'
const EFFECT = 'NoSchedule'

/** A node gets no pods before its first report that it is ready; whatever schedules pods takes the taint off then. */
export function taintNotReady({ spec }: Node): void {
  const { taints = [] } = spec
  if (taints.some(({ key, effect }) => key === NOT_READY && effect === EFFECT)) return
  const taint = { key: NOT_READY, value: undefined, effect: EFFECT, timeAdded: undefined }
  spec.taints = [...taints, taint]
}
