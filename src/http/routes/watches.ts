import type { StreamObserver } from '#http/response/watch-stream.js'
import type { HandleRequest } from '#http/watches/serve-watches.js'
import { WATCHES_PATH } from '#protocol/watches.js'
import type { Route } from './route.js'

/** Several watches in one response. Each passes the whole pipeline, so the request itself needs no permission. */
export function watchesRoute(handle: HandleRequest, observer: StreamObserver): Route {
  return {
    path: WATCHES_PATH,
    negotiated: false,
    verbs: { POST: 'watch' },
    access: 'own',
    respond: async (context) => {
      const { serveWatches } = await import('#http/watches/serve-watches.js')
      return serveWatches(context, handle, observer)
    },
  }
}
