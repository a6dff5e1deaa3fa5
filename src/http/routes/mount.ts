import type { Route } from './route.js'

/**
 * Another API below a path prefix of the server. Permissions are checked as if the prefix were not there: a user who
 * may list pods may list them below the prefix too.
 */
export interface Mount {
  /** Without a slash at the end. */
  readonly prefix: string
  /** Discovery and resources: everything below `/api` and `/apis`. */
  readonly api: Route
  /** The prefix itself; undefined if it is one of `others`. */
  readonly root?: Route
  /** Whether all other paths are those of the server itself. */
  readonly servesOthers: boolean
}

/** The path behind the prefix of a mount; undefined if the path is not below it. */
export function mountedPath({ prefix }: Mount, path: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined
  if (path.length === prefix.length) return '/'
  return path[prefix.length] === '/' ? path.slice(prefix.length) : undefined
}
