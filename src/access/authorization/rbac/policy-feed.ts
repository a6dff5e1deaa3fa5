import type { CachedObject } from '#cache/cached-object.js'
import { type ClusterRole, clusterRole } from '#kinds/rbac/clusterrole/index.js'
import { clusterRoleBinding } from '#kinds/rbac/clusterrolebinding/index.js'
import { type Role, role } from '#kinds/rbac/role/index.js'
import { type RoleBinding, roleBinding } from '#kinds/rbac/rolebinding/index.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import type { PolicyIndex } from './policy-index.js'

/** How an object of a kind is added to the index or removed. */
interface Translation {
  set(index: PolicyIndex, object: unknown): void
  remove(index: PolicyIndex, namespace: string | undefined, name: string): void
}

const ROLES: Translation = {
  set(index, object) {
    const { metadata, rules } = object as Role | ClusterRole
    index.setRole(metadata.namespace, metadata.name ?? '', rules ?? [])
  },
  remove: (index, namespace, name) => index.setRole(namespace, name, undefined),
}

const BINDINGS: Translation = {
  set(index, object) {
    const { metadata, roleRef, subjects = [] } = object as RoleBinding
    index.setBinding({ name: metadata.name ?? '', namespace: metadata.namespace, roleRef, subjects })
  },
  remove: (index, namespace, name) => index.removeBinding(namespace, name),
}

const TRANSLATIONS: ReadonlyMap<StoredKind, Translation> = new Map<StoredKind, Translation>([
  [role, ROLES],
  [clusterRole, ROLES],
  [roleBinding, BINDINGS],
  [clusterRoleBinding, BINDINGS],
])

/**
 * Fills the index with the stored roles and bindings, and updates it until the returned function is called. A change
 * is indexed before its writer gets the response.
 */
export function feedPolicy(index: PolicyIndex, feed: ChangeFeed): () => void {
  for (const [kind, translation] of TRANSLATIONS) {
    for (const object of feed.objectsOf(kind)) translation.set(index, parse(object))
  }
  return feed.follow(
    ({ kind, before, after }) => {
      const translation = TRANSLATIONS.get(kind) as Translation
      if (after !== undefined) translation.set(index, parse(after))
      else if (before !== undefined) translation.remove(index, before.namespace || undefined, before.name)
    },
    (kind) => TRANSLATIONS.has(kind),
  )
}

const parse = (object: CachedObject): unknown => JSON.parse(object.json.toString())
