import type { Filter } from '../../http/filter.js'
import type { RequestContext } from '../../http/request-context.js'

/** Tells every client what its request is called in records of who did what. */
export const auditIds: Filter = { before: showAuditId }

export function showAuditId(context: RequestContext): void {
  context.showsAuditId = true
}
