import type { RequestContext } from '#http/request/request-context.js'
import type { Target } from '#http/router.js'

/** Responds to one verb. Errors are thrown; the pipeline turns them into responses. */
export type Handler = (context: RequestContext, target: Target) => void | Promise<void>

/** The target of a verb on one object. */
export type ObjectTarget = Target & { readonly name: string }

export function objectTarget(target: Target): ObjectTarget {
  if (target.name === undefined) throw new Error('the path has no object name')
  return target as ObjectTarget
}
