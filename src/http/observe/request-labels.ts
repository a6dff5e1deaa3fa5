import type { RequestContext } from '#http/request/request-context.js'
import { isForwarded, type Target } from '#http/router.js'
import type { Verb } from '#registry/kind.js'

/** The verbs of metrics. Requests with other methods share one, so that clients cannot make new series. */
export const METRIC_VERBS = [
  ...(['GET', 'LIST', 'WATCH', 'POST', 'PUT', 'PATCH', 'APPLY', 'DELETE', 'DELETECOLLECTION'] as const),
  ...(['CONNECT', 'other'] as const),
] as const
export type MetricVerb = (typeof METRIC_VERBS)[number]

/** What part of a resource a request is about: one object, a namespace, or all. */
export const METRIC_SCOPES = ['resource', 'namespace', 'cluster', ''] as const
export type MetricScope = (typeof METRIC_SCOPES)[number]

const OF_VERBS: Readonly<Record<Verb, MetricVerb>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
}

const OF_METHODS: ReadonlyMap<string | undefined, MetricVerb> = new Map<string, MetricVerb>([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['PATCH', 'PATCH'],
  ['DELETE', 'DELETE'],
])

const APPLY = 'application/apply-patch+yaml'

export function metricVerb({ verb, target, request }: RequestContext): MetricVerb {
  if (target?.subresource?.connects && isForwarded(target)) return 'CONNECT'
  if (verb === undefined) return OF_METHODS.get(request.method) ?? 'other'
  if (verb === 'patch' && request.headers['content-type']?.startsWith(APPLY)) return 'APPLY'
  return OF_VERBS[verb]
}

export function metricScope({ name, namespace }: Target, verb: MetricVerb): MetricScope {
  if (name !== undefined || verb === 'POST') return 'resource'
  return namespace === undefined ? 'cluster' : 'namespace'
}

/** Reads do not change anything. */
export const isReadOnly = (method: string | undefined): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Whether the write stores nothing. */
export const isDryRun = (context: RequestContext): boolean =>
  context.hasQuery && !isReadOnly(context.request.method) && context.query.get('dryRun') === 'All'
