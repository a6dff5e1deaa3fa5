import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'

export const ACCOUNTS = 'core/serviceaccounts/'
export const DEFAULT_ACCOUNT = 'default'

/** About as long as kube-apiserver waits. */
const PATIENCE_MS = 1500

/**
 * Waits for the default account of a namespace: its controller may not have created it yet. Resolves after a while in
 * any case. A namespace that does not exist gets no account; a dry run may name one.
 */
export function awaitAccount(feed: ChangeFeed, namespace: string): Promise<void> | undefined {
  const key = objectKey({ prefix: ACCOUNTS }, namespace, DEFAULT_ACCOUNT)
  if (feed.find(key) !== undefined || feed.find(`core/namespaces/${namespace}`) === undefined)
    return undefined
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unfollow()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const unfollow = feed.follow(
      ({ after }) => {
        // The change is not delivered to everyone yet.
        if (after?.key === key) setImmediate(end)
      },
      ({ prefix }) => prefix === ACCOUNTS,
    )
  })
}
