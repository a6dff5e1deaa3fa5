import { badRequest } from '#meta/api-error.js'
import { pathSegment } from '#meta/formats.js'
import type { GroupVersion, ResourceName } from '#meta/resource.js'

/**
 * Where an object lies in the store: `<group>/<plural>/<namespace>/<name>`, without the namespace for kinds that have
 * none. The version is not part of it: an object is the same object in every version.
 */
export function objectKey(
  { prefix }: { readonly prefix: string },
  namespace: string | undefined,
  name: string,
): string {
  return namespace === undefined ? prefix + name : `${prefix}${namespace}/${name}`
}

/** The key of the object that a request names. Throws `badRequest` when no object can have the name. */
export function namedKey(
  kind: { readonly prefix: string },
  namespace: string | undefined,
  name: string,
): string {
  const errors = pathSegment(name)
  if (errors.length === 0) return objectKey(kind, namespace, name)
  throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${errors.join(';')}`)
}

/** What the keys of the server's own records begin with; no group is called that. */
export const SERVER_RECORDS = '~'

/** The records about one store and its servers. They mean nothing to another store, and are not exported. */
export const STORE_RECORDS = `${SERVER_RECORDS}/server`

/** The path of a group and version: the core group lies apart from the others. */
export function groupVersionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

/** The path of a collection, which is also its `selfLink`. */
export function collectionPath(resource: ResourceName, namespace: string | undefined): string {
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `${groupVersionPath(resource)}${scope}/${resource.plural}`
}

export function objectPath(resource: ResourceName, namespace: string | undefined, name: string): string {
  return `${collectionPath(resource, namespace)}/${name}`
}
