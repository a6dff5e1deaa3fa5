import type { LabelSelector } from '../../meta/label-selector.js'
import { labelSelectorText } from '../../meta/label-selector-text.js'
import { type MemberClient, MemberUnreachable } from '../members/member-client.js'

/** For how long a pod has to be without a node before it counts: most find one at once. */
export const PATIENCE_MS = 60_000
const PAGE = 500

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

interface PodList {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly Pod[]
}

/** How many of the pods that a selector selects have found no node for a while. Rejects with `MemberUnreachable`. */
export async function countUnschedulable(
  client: MemberClient,
  namespace: string,
  selector: LabelSelector,
  now: number,
): Promise<number> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`
  let count = 0
  let next: string | undefined
  do {
    const query = new URLSearchParams({
      labelSelector: labelSelectorText(selector),
      limit: String(PAGE),
      ...(next && { continue: next }),
    })
    const { status, body } = await client.send({ method: 'GET', path: `${path}?${query}` })
    if (status !== 200) throw new MemberUnreachable(`${client.server}: pods are answered with ${status}`)
    const { metadata, items } = body as PodList
    count += items.filter((pod) => isUnschedulable(pod, now)).length
    next = metadata.continue || undefined
  } while (next !== undefined)
  return count
}

function isUnschedulable({ status = {} }: Pod, now: number): boolean {
  if (status.phase === 'Running') return false
  return (status.conditions ?? []).some(
    (condition) =>
      condition.type === 'PodScheduled' &&
      condition.status === 'False' &&
      condition.reason === 'Unschedulable' &&
      now - Date.parse(condition.lastTransitionTime ?? '') > PATIENCE_MS,
  )
}
