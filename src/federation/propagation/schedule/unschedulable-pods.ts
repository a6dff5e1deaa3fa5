import type { MemberClient } from '#federation/members/member-client.js'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import { parseReceived } from '#federation/members/received-json.js'
import { type LabelSelector, labelSelectorText } from '#meta/label-selector.js'

/** How long a pod must be unscheduled to count: most find a node at once. */
export const MIN_UNSCHEDULED_MS = 60_000
const PAGE = 500
/** More pods than one workload has in a cluster. */
const MAX_PAGES = 100

interface Pod {
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly reason?: string
      readonly lastTransitionTime?: string
    }[]
  }
}

/**
 * Counts the selected pods that have been unschedulable for a while. Rejects with `MemberUnreachable`, or with
 * `SyntaxError` if the response is not a list.
 */
export async function countUnschedulable(
  client: MemberClient,
  namespace: string,
  selector: LabelSelector,
  now: number,
): Promise<number> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`
  let count = 0
  let next = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      labelSelector: labelSelectorText(selector),
      limit: String(PAGE),
      ...(next && { continue: next }),
    })
    const { metadata, refusal } = await client.list({ path: `${path}?${query}` }, (text) => {
      if (isUnschedulable(parseReceived(text) as Pod, now)) count++
    })
    if (refusal !== undefined)
      throw new MemberUnreachable(`${client.server}: the list of pods responded with ${refusal.status}`)
    if (typeof metadata.continue !== 'string' || metadata.continue === '') break
    next = metadata.continue
  }
  return count
}

function isUnschedulable({ status = {} }: Pod, now: number): boolean {
  if (status.phase === 'Running') return false
  return (status.conditions ?? []).some(
    (condition) =>
      condition.type === 'PodScheduled' &&
      condition.status === 'False' &&
      condition.reason === 'Unschedulable' &&
      now - Date.parse(condition.lastTransitionTime ?? '') > MIN_UNSCHEDULED_MS,
  )
}
