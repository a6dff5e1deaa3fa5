import { badRequest } from '../meta/api-error.js'
import { pathSegment } from '../meta/formats.js'
import type { ResourceName } from '../meta/resource.js'

/**
 * Where objects lie in the store: `<group>/<plural>/<namespace>/<name>`, without the namespace for kinds that
 * have none. The version is not part of it: an object is the same object in every version.
 */
export function objectKey(
  { group, plural }: ResourceName,
  namespace: string | undefined,
  name: string,
): string {
  return namespace === undefined ? `${group}/${plural}/${name}` : `${group}/${plural}/${namespace}/${name}`
}

/** The key of the object that a request names. Throws `badRequest` when no object can have the name. */
export function namedKey(resource: ResourceName, namespace: string | undefined, name: string): string {
  const problems = pathSegment(name)
  if (problems.length === 0) return objectKey(resource, namespace, name)
  throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`)
}

/** What the keys of the server's own records begin with; no group is called that. */
export const SERVER_RECORDS = '~'

/** Those about one store and whoever serves it. They mean nothing to another store, and do not move there. */
export const STORE_RECORDS = `${SERVER_RECORDS}/server`

/** The path of a collection, which is also its `selfLink`. */
export function collectionPath(
  { group, version, plural }: ResourceName,
  namespace: string | undefined,
): string {
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `/apis/${group}/${version}${scope}/${plural}`
}
