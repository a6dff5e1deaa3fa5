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

/** Verbs that stand in paths, before what they are about. */
const PATH_VERBS = new Set(['watch', 'proxy'])

/** Subresources of a namespace itself; anything else behind its name is a resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Whether a resource is that of namespaces. Other groups may have a resource of the same name, which is like any other. */
export const isNamespaces = ({ group, plural }: Pick<ResourceAttributes, 'group' | 'plural'>) =>
  group === '' && plural === 'namespaces'

/**
 * Reads a path that may lead to a resource, of this server or of none:
 * `/apis/{group}/{version}[/{verb}][/namespaces/{namespace}]/{plural}[/{name}[/{subresource}]]`, and the same below
 * `/api/{version}` for the core group. Undefined for any other path. `verb` is undefined where the method tells it.
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
  // Whatever stands behind a name is for the one who is asked through the proxy.
  const subresource = verb === 'proxy' ? undefined : subresourceName
  return { resource: { group, version, plural, subresource, namespace, name }, verb }
}
