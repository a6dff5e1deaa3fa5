import type { RequestContext } from '#http/request/request-context.js'
import { sendText } from '#http/response/respond.js'
import { formatHealth, type HealthChecks } from '#observe/health.js'
import type { Route } from './route.js'

/** The health endpoints. `healthz` is the old name. */
export type HealthEndpoints = Readonly<Record<'healthz' | 'livez' | 'readyz', HealthChecks>>

/** `/healthz`, `/livez`, `/readyz`, and each of their checks, such as `/readyz/store`. */
export function healthRoutes(endpoints: HealthEndpoints): Route[] {
  return Object.entries(endpoints).flatMap(([endpoint, checks]) => [
    route(`/${endpoint}`, (context) => {
      const report = checks.report(new Set(context.query.getAll('exclude')))
      sendText(context, report.healthy ? 200 : 500, formatHealth(endpoint, report, context.flag('verbose')))
    }),
    ...checks.names.map((name) =>
      route(`/${endpoint}/${name}`, (context) => {
        const result = checks.report().results.find((result) => result.name === name)
        const { failure, note } = result ?? {}
        const verbose = context.flag('verbose') && note !== undefined ? `ok: ${note}` : 'ok'
        sendText(context, failure === undefined ? 200 : 500, failure ?? verbose)
      }),
    ),
  ])
}

const route = (path: string, respond: (context: RequestContext) => void): Route => ({
  path,
  negotiated: false,
  respond,
})
