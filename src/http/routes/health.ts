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
      sendText(context, report.healthy ? 200 : 500, formatHealth(endpoint, report, isVerbose(context)))
    }),
    ...checks.names.map((name) =>
      route(`/${endpoint}/${name}`, (context) => {
        const { failure, note } = checks.ask(name)
        if (failure !== undefined) return sendText(context, 500, `internal server error: ${failure}\n`)
        return sendText(context, 200, isVerbose(context) && note !== undefined ? `ok: ${note}` : 'ok')
      }),
    ),
  ])
}

/** Whatever the value of the parameter. */
const isVerbose = ({ query }: RequestContext) => query.getAll('verbose').length > 0

const route = (path: string, respond: (context: RequestContext) => void): Route => ({
  path,
  negotiated: false,
  respond: (context) => {
    context.response.setHeader('X-Content-Type-Options', 'nosniff')
    return respond(context)
  },
})
