import { formatHealth, type HealthChecks } from '../../observe/health.js'
import type { Exchange } from '../exchange.js'
import { sendText } from '../respond.js'
import type { Route } from './route.js'

/** What there is to ask about the server's health. `healthz` is the old name for all of it. */
export type HealthEndpoints = Readonly<Record<'healthz' | 'livez' | 'readyz', HealthChecks>>

/** `/healthz`, `/livez`, `/readyz`, and each of their checks alone, such as `/readyz/store`. */
export function healthRoutes(endpoints: HealthEndpoints): Route[] {
  return Object.entries(endpoints).flatMap(([endpoint, checks]) => [
    route(`/${endpoint}`, (exchange) => {
      const report = checks.report(new Set(exchange.query.getAll('exclude')))
      sendText(exchange, report.healthy ? 200 : 500, formatHealth(endpoint, report, exchange.flag('verbose')))
    }),
    ...checks.names.map((name) =>
      route(`/${endpoint}/${name}`, (exchange) => {
        const failure = checks.report().results.find((result) => result.name === name)?.failure
        sendText(exchange, failure === undefined ? 200 : 500, failure ?? 'ok')
      }),
    ),
  ])
}

const route = (path: string, answer: (exchange: Exchange) => void): Route => ({
  path,
  negotiated: false,
  answer,
})
