import type { RequestContext } from '#http/request/request-context.js'
import type { Target } from '#http/router.js'
import type { TraceStep } from '#observe/trace/request-trace.js'
import type { Attributes, SpanRecorder } from '#observe/trace/span.js'
import type { TraceContext } from '#observe/trace/trace-context.js'

const MAX_ATTRIBUTE_LENGTH = 1024

/** Records a request that has ended, and its steps, unless its trace is not sampled. */
export function recordRequest(context: RequestContext, recorder: SpanRecorder): void {
  const { trace, arrivedAt, respondedAt, code } = context
  const span = trace?.context
  if (trace === undefined || span === undefined || !span.isSampled) return
  const method = context.request.method ?? 'GET'
  const route = routeOf(context)
  recorder.add({
    context: span,
    parentSpanId: trace.parent?.spanId,
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    startedAt: arrivedAt,
    endedAt: respondedAt,
    attributes: attributesOf(context, method, route),
    failure: code >= 500 ? (context.status?.message ?? `status ${code}`) : undefined,
  })
  for (const step of trace.steps) recordStep(step, span, recorder)
}

function recordStep(step: TraceStep, parent: TraceContext, recorder: SpanRecorder): void {
  const { context, name, startedAt, endedAt, attributes, failure } = step
  if (context === undefined) return
  const kind = step.isCall ? 'client' : 'internal'
  recorder.add({ context, parentSpanId: parent.spanId, name, kind, startedAt, endedAt, attributes, failure })
}

function attributesOf(context: RequestContext, method: string, route: string | undefined): Attributes {
  const { request, path, code, user, peer, showsAuditId } = context
  const query = request.url?.slice(path.length + 1)
  return {
    'http.request.method': method,
    'http.route': route,
    'url.path': cut(path),
    'url.query': query === '' ? undefined : cut(query),
    'http.response.status_code': code === 0 ? undefined : code,
    'http.response.body.size': context.isHead ? 0 : context.sentBytes,
    'user_agent.original': cut(request.headers['user-agent']),
    'client.address': peer.remoteAddress,
    'enduser.id': code === 401 ? undefined : user.name,
    'audit-id': showsAuditId ? context.auditId : undefined,
  }
}

const cut = (text: string | undefined) => text?.slice(0, MAX_ATTRIBUTE_LENGTH)

/** The path without names, so that requests of a kind have the same. */
function routeOf({ target, document }: RequestContext): string | undefined {
  return target === undefined ? document : resourceRoute(target)
}

function resourceRoute({ store, namespace, name, subresource, watch }: Target): string {
  const { group, version, plural } = store.definition
  const start = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const scope = namespace === undefined ? '' : '/namespaces/{namespace}'
  const rest = `${name === undefined ? '' : '/{name}'}${subresource === undefined ? '' : `/${subresource.name}`}`
  return `${start}${watch ? '/watch' : ''}${scope}/${plural}${rest}`
}
