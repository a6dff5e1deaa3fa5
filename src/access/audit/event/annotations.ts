import type { Decision } from '../../../http/request-context.js'
import { quoted } from './quote.js'

const CUT = '"audit.k8s.io/truncated":"true"'

/** What is told of a request besides, as JSON; empty when there is nothing. */
export function annotations(decision: Decision | undefined, isCut: boolean): string {
  if (decision === undefined) return isCut ? `{${CUT}}` : ''
  const before = isCut ? `${CUT},` : ''
  const verdict = decision.allowed ? 'allow' : 'forbid'
  return `{${before}"authorization.k8s.io/decision":"${verdict}","authorization.k8s.io/reason":${quoted(decision.reason)}}`
}
