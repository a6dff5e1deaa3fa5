import { setTimeout as pause } from 'node:timers/promises'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { DRAIN } from '#federation/policies/condition-taints.js'
import { ApiObjects, JoinError } from './api-objects.js'
import { type CopyInCluster, copiesIn } from './cluster-copies.js'
import { evacuateCluster } from './cluster-taints.js'

export interface DrainRequest {
  readonly name: string
  readonly host: MemberAccess
  readonly timeoutMs: number
}

/** Lists of all objects cost the host something, so they become rarer. */
const FIRST_POLL_MS = 500
const MAX_POLL_MS = 5_000
/** Copies that are named in messages. */
const MAX_NAMED = 50

/**
 * Taints a cluster so that all objects with a policy leave it, and waits until their copies are gone. Reports progress as
 * lines. Rejects with `JoinError` if some stay, and why.
 */
export async function drainCluster(request: DrainRequest, report: (line: string) => void): Promise<void> {
  const { name, timeoutMs } = request
  const host = new ApiObjects('the host', request.host)
  try {
    await evacuateCluster(host, name)
    report(`the cluster ${name} is cordoned; its objects leave it`)
    const end = performance.now() + timeoutMs
    const told = new Set<string>()
    for (let delay = FIRST_POLL_MS; ; delay = Math.min(delay * 1.5, MAX_POLL_MS)) {
      const { copies, unread } = await copiesIn(host, name)
      const open = copies.filter(isOpen)
      for (const { title, stay } of open) {
        const line = stay === undefined ? undefined : `${title} stays: ${stay}`
        if (line !== undefined && !told.has(line)) report(line)
        if (line !== undefined) told.add(line)
      }
      if (open.length === 0) {
        reportRest(copies, unread, report)
        report(`the cluster ${name} is drained`)
        return
      }
      if (performance.now() >= end) throw new JoinError(`the cluster ${name} is not drained: ${listed(open)}`)
      await pause(delay)
    }
  } finally {
    host.close()
  }
}

/** Whether the copy is to leave, as far as the host has decided. */
const isOpen = ({ isByPolicy, verdict }: CopyInCluster): boolean =>
  isByPolicy && !(verdict?.reason === 'Tolerated' && verdict.message?.includes(DRAIN))

/** Taints do not concern the rest. */
function reportRest(
  copies: readonly CopyInCluster[],
  unread: readonly string[],
  report: (line: string) => void,
): void {
  const tolerating = copies.filter(({ isByPolicy }) => isByPolicy)
  const others = copies.filter(({ isByPolicy }) => !isByPolicy)
  if (tolerating.length > 0) report(`their policy tolerates the drain: ${named(tolerating)}`)
  if (others.length > 0)
    report(`no policy chooses the clusters of ${counted(others.length)}, which stay: ${named(others)}`)
  if (unread.length > 0) report(`not listed, since the host does not allow it: ${unread.join(', ')}`)
}

const counted = (count: number) => `${count} object${count === 1 ? '' : 's'}`

const named = (copies: readonly CopyInCluster[]) => bounded(copies.map(({ title }) => title))

const listed = (copies: readonly CopyInCluster[]) =>
  bounded(
    copies.map(({ title, stay, verdict }) => `${title} (${stay ?? verdict?.message ?? 'not decided yet'})`),
  )

const bounded = (texts: readonly string[]) =>
  texts.length <= MAX_NAMED
    ? texts.join(', ')
    : `${texts.slice(0, MAX_NAMED).join(', ')} and ${texts.length - MAX_NAMED} more`
