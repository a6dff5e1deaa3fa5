import type { Console, ConsoleOptions } from '#http/console/serve-console.js'
import { CONSOLE_PATH } from '#protocol/console.js'
import { lazy } from '#util/memoize.js'
import type { Route } from './route.js'

/** `/console` and everything below it. Its code and its files are loaded with the first request. */
export function consoleRoute(options: ConsoleOptions): Route {
  const open = lazy(async (): Promise<Console> => {
    const { Console } = await import('#http/console/serve-console.js')
    return new Console(options)
  })
  return {
    path: CONSOLE_PATH,
    negotiated: false,
    access: 'public',
    servesBelow: true,
    respond: async (context) => (await open()).respond(context),
  }
}
