import type { CachedObject } from '#cache/cached-object.js'
import type { FederatedKind } from './federated-kinds.js'

/** Every cluster has its own. */
const OWN_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease'])
const ROOT_CERTIFICATE = 'kube-root-ca.crt'
const OWN_SERVICE = { namespace: 'default', name: 'kubernetes' }
const ACCOUNT_TOKEN = Buffer.from('"type":"kubernetes.io/service-account-token"')

/** Decides which objects are propagated: all of the federated kinds, except those that belong to this cluster. */
export class FederationScope {
  readonly #namespace: string

  /** `namespace` holds the credentials of members and is never propagated. */
  constructor(namespace: string) {
    this.#namespace = namespace
  }

  includes({ kind }: FederatedKind, object: CachedObject): boolean {
    const { namespace, name } = object
    const place = kind === 'Namespace' ? name : namespace
    if (OWN_NAMESPACES.has(place) || place === this.#namespace || isControlled(object)) return false
    switch (kind) {
      case 'Namespace':
        return name !== 'default'
      case 'ConfigMap':
        return name !== ROOT_CERTIFICATE
      case 'Service':
        return namespace !== OWN_SERVICE.namespace || name !== OWN_SERVICE.name
      case 'Secret':
        return !object.json.includes(ACCOUNT_TOKEN)
      default:
        return true
    }
  }
}

/** The member's copy of the controller creates controlled objects. */
function isControlled(object: CachedObject): boolean {
  if (!object.json.includes(CONTROLLER)) return false
  return object.metadata().ownerReferences?.some(({ controller }) => controller === true) ?? false
}

const CONTROLLER = Buffer.from('"controller":true')
