import { notImplemented } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Subresource, Verb } from '#registry/kind.js'
import type { Place, SubresourceHost } from '#registry/subresources/endpoint.js'
import type { Query } from '#util/text/query.js'

const RUNS_NO_PODS = 'this server runs no pods'

/** Throws if the request could not be served by any server, as when there is no such object. */
export type RequestCheck<O extends ApiObject> = (
  host: Pick<SubresourceHost<O>, 'get' | 'parse'>,
  place: Place,
  query: Query,
) => void

const expectObject = (host: Pick<SubresourceHost, 'get'>, place: Place): void => {
  host.get(place)
}

/**
 * A subresource that connects to a running process. Without an endpoint for it, requests are only checked, because no pod
 * runs here.
 */
export function connectSubresource<O extends ApiObject>(
  name: string,
  kind: string,
  verbs: readonly Verb[],
  runsNone = RUNS_NO_PODS,
  check: RequestCheck<O> = expectObject,
): Subresource {
  return {
    name,
    kind,
    verbs,
    connects: true,
    forwards: 'optional',
    endpoint: (host) => ({
      refuse(place, query) {
        check(host, place, query)
        return notImplemented(runsNone)
      },
    }),
  }
}

/** `proxy` forwards every method to every path below it. */
export function proxySubresource(kind: string, runsNone?: string): Subresource {
  return {
    ...connectSubresource('proxy', kind, ['create', 'delete', 'get', 'patch', 'update'], runsNone),
    takesPaths: true,
  }
}
