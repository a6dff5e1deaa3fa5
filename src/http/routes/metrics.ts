import { sendText } from '#http/response/respond.js'
import { METRICS_TYPE, type MetricsRegistry } from '#observe/metrics.js'
import type { Route } from './route.js'

/** `/metrics`, for Prometheus. */
export function metricsRoute(registry: MetricsRegistry): Route {
  return {
    path: '/metrics',
    negotiated: false,
    respond: (context) => sendText(context, 200, registry.expose(), METRICS_TYPE),
  }
}
