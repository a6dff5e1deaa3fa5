import { badRequest } from '#meta/api-error.js'
import { pathSegment } from '#meta/formats.js'
import type { GroupVersion, ResourceName } from '#meta/resource.js'

/**
 * The storage key: `<group>/<plural>/<namespace>/<name>`, or without the namespace for cluster-scoped kinds. All
 * versions of an object share one key.
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

/** The prefix of the keys of the server's own records; no group has this name. */
export const SERVER_RECORDS = '~'

/** Records about this store and its servers. They are not exported. */
export const STORE_RECORDS = `${SERVER_RECORDS}/server`

/** The path of a group and version; the core group has its own root. */
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
