import type { Pod } from './schema.js'

/**
 * What runs on a node is given time to end. A pod that is on no node, or has ended, need not be waited for. A negative
 * period is the shortest there is.
 */
export function podGracePeriod({ spec, status }: Readonly<Pod>, asked: number | undefined): number {
  if (!spec.nodeName || hasEnded(status.phase)) return 0
  const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0
  return seconds < 0 ? 1 : seconds
}

export const hasEnded = (phase: string | undefined) => phase === 'Succeeded' || phase === 'Failed'
