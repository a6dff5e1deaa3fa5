import { lazy } from '#util/memoize.js'
import type { Access, AccessDependencies } from './access.js'
import { type AccessConfig, isOpenToAll } from './config.js'
import { REVIEW_KINDS } from './reviews/review-kinds.js'

const EVERYTHING_ALLOWED = { allowed: true, reason: '' }

/**
 * Rejects if a configured file cannot be used. An open server loads none of this code at start; the first review
 * loads it.
 */
export async function openAccess(config: AccessConfig, parts: AccessDependencies): Promise<Access> {
  const open = async () => (await import('./guarded-access.js')).openGuardedAccess(config, parts)
  if (!isOpenToAll(config)) return open()
  let opening: Promise<Access> | undefined
  const guarded = lazy(() => {
    opening = open()
    return opening
  })
  return {
    filters: [],
    showsAuditIds: false,
    onRejected: (_, respond) => respond(),
    stopWaiting: () => undefined,
    admission: [],
    reviewHandlers: new Map(
      REVIEW_KINDS.map((asked) => [
        asked,
        async (request) => (await guarded()).reviewHandlers.get(asked)?.(request),
      ]),
    ),
    canCreateNamespaces: () => true,
    authorize: () => EVERYTHING_ALLOWED,
    asksOtherServers: false,
    routes: [],
    signIn: () => ({ tokens: false, certificates: false, issuers: [] }),
    controllers: () => [],
    tokenControllers: () => [],
    close: async () => (await opening)?.close(),
  }
}
