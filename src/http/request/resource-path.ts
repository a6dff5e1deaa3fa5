/** A resource or subresource, as policies name it. */
export interface ResourceAttributes {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly subresource: string | undefined
  /** The namespace of the permission check: for a namespace object, that namespace itself. */
  readonly namespace: string | undefined
  readonly name: string | undefined
}

/** Verbs that are path segments. */
const PATH_VERBS = new Set(['watch', 'proxy'])

/** Subresources of namespaces; other segments after the name are resources in the namespace. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Whether it is the core resource `namespaces`. Other groups may have an ordinary resource of that name. */
export const isNamespaces = ({ group, plural }: Pick<ResourceAttributes, 'group' | 'plural'>) =>
  group === '' && plural === 'namespaces'

/**
 * Parses a resource path, whether or not the resource is served:
 * `/apis/{group}/{version}[/{verb}][/namespaces/{namespace}]/{plural}[/{name}[/{subresource}]]`, and `/api/{version}`
 * for the core group. Undefined for other paths. `verb` is undefined if the method decides.
 */
export function readResourcePath(
  path: string,
): { readonly resource: ResourceAttributes; readonly verb: string | undefined } | undefined {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
  const [prefix] = parts
  if (prefix !== 'api' && prefix !== 'apis') return undefined
  const start = prefix === 'api' ? 1 : 2
  if (parts.length < start + 2) return undefined
  const group = prefix === 'api' ? '' : (parts[1] as string)
  const version = parts[start] as string
  const first = parts[start + 1] as string
  const verb = PATH_VERBS.has(first) && parts.length > start + 2 ? first : undefined
  let rest = parts.slice(verb === undefined ? start + 1 : start + 2)
  let namespace = rest[0] === 'namespaces' ? rest[1] : undefined
  const isWithin = namespace !== undefined && rest[2] !== undefined && !NAMESPACE_SUBRESOURCES.has(rest[2])
  if (isWithin) rest = rest.slice(2)
  const [plural = '', name, subresourceName] = rest
  if (!isWithin && !isNamespaces({ group, plural })) namespace = undefined
  // In a proxy path, the rest belongs to the proxied server.
  const subresource = verb === 'proxy' ? undefined : subresourceName
  return { resource: { group, version, plural, subresource, namespace, name }, verb }
}
