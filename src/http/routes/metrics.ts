import { sendText } from '#http/response/respond.js'
import { METRICS_TYPE } from '#observe/metrics.js'
import type { Route } from './route.js'

/** What can be read in the text format of Prometheus. */
interface Exposed {
  expose(): string
}

/** `/metrics`, for Prometheus, and `/metrics/slis` with the health checks alone. */
export const metricsRoutes = (metrics: Exposed, health: Exposed): readonly Route[] => [
  route('/metrics', metrics),
  route('/metrics/slis', health),
]

const route = (path: string, exposed: Exposed): Route => ({
  path,
  negotiated: false,
  respond: (context) => sendText(context, 200, exposed.expose(), METRICS_TYPE),
})
