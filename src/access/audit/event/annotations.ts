import type { Decision } from '#http/request/request-context.js'
import { quoted } from './quote.js'

const CUT = '"audit.k8s.io/truncated":"true"'

/** What is told of a request besides, as JSON; empty when there is nothing. */
export function annotations(decision: Decision | undefined, isCut: boolean): string {
  if (decision === undefined) return isCut ? `{${CUT}}` : ''
  const before = isCut ? `${CUT},` : ''
  const verdict = decision.allowed ? 'allow' : 'forbid'
  return `{${before}"authorization.k8s.io/decision":"${verdict}","authorization.k8s.io/reason":${quoted(decision.reason)}}`
}

/** A right that is used again and again leads to the same decision: its annotations are written once. */
const known = new WeakMap<Decision, string>()

/** How an event ends, behind the time of its stage. */
export function endingOf(decision: Decision | undefined, isCut: boolean): string {
  if (decision === undefined || isCut) return endingWith(annotations(decision, isCut))
  let text = known.get(decision)
  if (text === undefined) {
    text = endingWith(annotations(decision, false))
    known.set(decision, text)
  }
  return text
}

const endingWith = (annotations: string) =>
  `Z"${annotations === '' ? '' : `,"annotations":${annotations}`}}\n`

/** The ending of an event with what was noted besides, by key, as JSON. */
export function withNotes(ending: string, notes: ReadonlyMap<string, string> | undefined): string {
  if (notes === undefined) return ending
  const members = [...notes].map(([key, value]) => `${quoted(key)}:${value}`).join(',')
  const hasOthers = ending.endsWith('"}}\n')
  return hasOthers
    ? `${ending.slice(0, -'}}\n'.length)},${members}}}\n`
    : `${ending.slice(0, -'}\n'.length)},"annotations":{${members}}}\n`
}
