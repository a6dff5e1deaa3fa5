import type { Target } from '#http/router.js'
import type { User } from '#meta/user.js'
import { selectedName } from '#registry/read/selected-name.js'
import type { Query } from '#util/query.js'
import { isNamespaces, type ResourceAttributes, readResourcePath } from './resource-path.js'

/** What a request asks for, in the words that policies are written in. */
export interface RequestAttributes {
  readonly user: User
  /** Of a path that leads to no resource, the method in lower case; empty for a method that is no verb on a resource. */
  readonly verb: string
  /** Without the query, and no longer percent-encoded. */
  readonly path: string
  /** Undefined for a path that leads to no resource. */
  readonly resource: ResourceAttributes | undefined
}

/** What the attributes of a request are read from. */
export interface AttributedRequest {
  readonly user: User
  readonly path: string
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
 * The attributes of a request, whether or not what it asks for exists: rights come before existence. Of a path that leads to
 * a resource of this server they are those of the very target that is served.
 */
export function attributesOf(context: AttributedRequest): RequestAttributes {
  const { user, target } = context
  const method = context.request.method ?? 'GET'
  const path = decodePath(context.path)
  const found =
    target === undefined
      ? readResourcePath(path)
      : { resource: targetAttributes(target), verb: target.watch ? 'watch' : undefined }
  if (found === undefined) return { user, verb: method.toLowerCase(), path, resource: undefined }
  const { resource } = found
  if (found.verb !== undefined) return { user, verb: found.verb, path, resource }
  const verb = METHOD_VERBS.get(method) ?? ''
  if (resource.name !== undefined) return { user, verb, path, resource }
  if (verb === 'delete') return { user, verb: 'deletecollection', path, resource }
  if (verb !== 'get') return { user, verb, path, resource }
  return {
    user,
    verb: context.flag('watch') ? 'watch' : 'list',
    path,
    resource: context.hasQuery ? { ...resource, name: selectedName(context.query) } : resource,
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

/** What cannot be decoded stays as it is: it leads nowhere. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
