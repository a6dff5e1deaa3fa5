import { notImplemented } from '#meta/api-error.js'
import type { Subresource, Verb } from '#registry/kind.js'

/** A subresource that leads to something that runs, and of which here no more exists than the object. */
export function connecting(
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

/** `proxy` passes on every method, to every path behind it. */
export function proxying(kind: string, runsNone?: string): Subresource {
  return {
    ...connecting('proxy', kind, ['create', 'delete', 'get', 'patch', 'update'], runsNone),
    takesPaths: true,
  }
}
