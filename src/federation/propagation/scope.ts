import type { CachedObject } from '#cache/cached-object.js'
import { PROPAGATE } from '#federation/annotations.js'
import type { FederatedKind } from './federated-kinds.js'
import { annotationOf } from './selection.js'

/** Every cluster has its own. */
export const OWN_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease'])
const ROOT_CERTIFICATE = 'kube-root-ca.crt'
const OWN_SERVICE = { namespace: 'default', name: 'kubernetes' }
const ACCOUNT_TOKEN = Buffer.from('"type":"kubernetes.io/service-account-token"')

const OWN_ACCOUNT = 'default'
/** Label of roles that every cluster creates for itself. */
const BOOTSTRAP = 'kubernetes.io/bootstrapping'
const SYSTEM_PREFIX = 'system'

/** Decides which objects belong to this cluster. They are never propagated. */
export class FederationScope {
  readonly #namespace: string

  /** `namespace` holds the credentials of members and is never propagated. */
  constructor(namespace: string) {
    this.#namespace = namespace
  }

  includes({ kind, definition }: FederatedKind, object: CachedObject): boolean {
    const { namespace, name } = object
    // A custom kind may have any name.
    if (definition !== undefined) return this.includesNamespace(namespace) && !isControlled(object)
    if (!this.includesNamespace(kind === 'Namespace' ? name : namespace) || isControlled(object)) return false
    switch (kind) {
      case 'Namespace':
        return name !== 'default'
      case 'ConfigMap':
        return name !== ROOT_CERTIFICATE
      case 'Service':
        return namespace !== OWN_SERVICE.namespace || name !== OWN_SERVICE.name
      case 'Secret':
        return !object.json.includes(ACCOUNT_TOKEN)
      case 'ServiceAccount':
        return name !== OWN_ACCOUNT || annotationOf(object, PROPAGATE) === 'true'
      case 'ClusterRole':
      case 'ClusterRoleBinding':
      case 'Role':
      case 'RoleBinding':
        return object.labels?.[BOOTSTRAP] === undefined && !name.startsWith(`${SYSTEM_PREFIX}:`)
      case 'PriorityClass':
        return !name.startsWith(`${SYSTEM_PREFIX}-`)
      default:
        return true
    }
  }

  /** Whether objects of the namespace may be propagated. */
  includesNamespace(namespace: string): boolean {
    return !OWN_NAMESPACES.has(namespace) && namespace !== this.#namespace
  }
}

/** The member's copy of the controller creates controlled objects. */
function isControlled(object: CachedObject): boolean {
  if (!object.json.includes(CONTROLLER)) return false
  return object.metadata().ownerReferences?.some(({ controller }) => controller === true) ?? false
}

const CONTROLLER = Buffer.from('"controller":true')
