/** A resource, or a part of one, as policies name it. */
export interface ResourceAttributes {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly subresource: string | undefined
  /** Where rights to the resource are looked for: a namespace itself belongs to the rights in that namespace. */
  readonly namespace: string | undefined
  readonly name: string | undefined
}

/** Subresources of a namespace itself; anything else behind its name is a resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/**
 * Reads a path that may lead to a resource, of this server or of none:
 * `/apis/{group}/{version}[/watch][/namespaces/{namespace}]/{plural}[/{name}[/{subresource}]]`, and the same below
 * `/api/{version}` for the core group. Undefined for any other path.
 */
export function readResourcePath(
  path: string,
): { readonly resource: ResourceAttributes; readonly watch: boolean } | undefined {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
  const [prefix] = parts
  if (prefix !== 'api' && prefix !== 'apis') return undefined
  const start = prefix === 'api' ? 1 : 2
  if (parts.length < start + 2) return undefined
  const group = prefix === 'api' ? '' : (parts[1] as string)
  const version = parts[start] as string
  const watch = parts[start + 1] === 'watch' && parts.length > start + 2
  let rest = parts.slice(watch ? start + 2 : start + 1)
  const namespace = rest[0] === 'namespaces' ? rest[1] : undefined
  if (namespace !== undefined && rest[2] !== undefined && !NAMESPACE_SUBRESOURCES.has(rest[2])) {
    rest = rest.slice(2)
  }
  const [plural = '', name, subresource] = rest
  return { resource: { group, version, plural, subresource, namespace, name }, watch }
}
