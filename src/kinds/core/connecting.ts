import { notImplemented } from '#meta/api-error.js'
import type { Subresource, Verb } from '#registry/kind.js'

/** A subresource that connects to a running process, which does not exist here. */
export function connectSubresource(
  name: string,
  kind: string,
  verbs: readonly Verb[],
  runsNone = 'this server runs no pods',
): Subresource {
  return {
    name,
    kind,
    verbs,
    connects: true,
    endpoint: (host) => ({
      refuse(place) {
        host.get(place)
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
