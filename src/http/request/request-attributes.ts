import type { Target } from '#http/router.js'
import type { User } from '#meta/user.js'
import { selectedName } from '#registry/read/selected-name.js'
import type { Query } from '#util/text/query.js'
import { isNamespaces, type ResourceAttributes, readResourcePath } from './resource-path.js'

/** The attributes of a request that policies refer to. */
export interface RequestAttributes {
  readonly user: User
  /** For a non-resource path, the method in lower case; empty for a method without a verb. */
  readonly verb: string
  /** Decoded, without the query. */
  readonly path: string
  /** Undefined for a non-resource path. */
  readonly resource: ResourceAttributes | undefined
  /** The selectors of a list, watch or deletion of several objects, as they were sent. */
  readonly fieldSelector?: string | undefined
  readonly labelSelector?: string | undefined
}

/** The source of the attributes. */
export interface AttributedRequest {
  readonly user: User
  readonly path: string
  /** The path to which permissions refer, if it is another one. */
  readonly mountedPath?: string | undefined
  readonly target: Target | undefined
  readonly request: { readonly method?: string | undefined }
  readonly hasQuery: boolean
  readonly query: Query
  flag(name: string): boolean
}

const METHOD_VERBS: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])

/**
 * The attributes of a request. They do not depend on whether the target exists: authorization comes first. For a
 * served resource they are those of the resolved target.
 */
export function attributesOf(context: AttributedRequest): RequestAttributes {
  const { user, target } = context
  const method = context.request.method ?? 'GET'
  const path = decodePath(context.mountedPath ?? context.path)
  const found =
    target === undefined
      ? readResourcePath(path)
      : { resource: targetAttributes(target), verb: target.watch ? 'watch' : undefined }
  if (found === undefined) return { user, verb: method.toLowerCase(), path, resource: undefined }
  const { resource } = found
  if (found.verb !== undefined) return { user, verb: found.verb, path, resource }
  const verb = METHOD_VERBS.get(method) ?? ''
  if (resource.name !== undefined) return { user, verb, path, resource }
  if (verb === 'delete') return { user, verb: 'deletecollection', path, resource, ...selectorsOf(context) }
  if (verb !== 'get') return { user, verb, path, resource }
  if (!context.hasQuery) return { user, verb: 'list', path, resource }
  return {
    user,
    verb: context.flag('watch') ? 'watch' : 'list',
    path,
    resource: { ...resource, name: selectedName(context.query) },
    ...selectorsOf(context),
  }
}

function selectorsOf({
  hasQuery,
  query,
}: AttributedRequest): Pick<RequestAttributes, 'fieldSelector' | 'labelSelector'> | undefined {
  if (!hasQuery) return undefined
  return {
    fieldSelector: query.get('fieldSelector') ?? undefined,
    labelSelector: query.get('labelSelector') ?? undefined,
  }
}

function targetAttributes({ store, namespace, name, subresource }: Target): ResourceAttributes {
  const { group, version, plural } = store.definition
  return {
    group,
    version,
    plural,
    subresource: subresource?.name,
    namespace: isNamespaces({ group, plural }) ? name : namespace,
    name,
  }
}

/** An invalid path stays encoded; it matches no route. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
