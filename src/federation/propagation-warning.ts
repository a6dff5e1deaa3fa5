import type { ApiObject } from '#meta/object-meta.js'
import { parseServiceAccountUsername, SERVER, type User } from '#meta/user.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { PROPAGATE } from './annotations.js'
import type { FederationConfig } from './config.js'
import { federatedKindOf, isDefaultKind } from './propagation/kinds/federated-kind-of.js'
import { FederationScope } from './propagation/scope.js'
import { type KindSelection, selectableObject } from './propagation/selection.js'

/** The account that every namespace has. */
const OWN_ACCOUNT = 'default'

/**
 * Warns the creator of an object that stays on the host although its namespace is federated. Objects of controllers
 * need no warning: their owner decides.
 */
export class PropagationWarning implements AdmissionPlugin {
  readonly name = 'PropagationWarning'
  readonly #scope: FederationScope
  readonly #selection: KindSelection

  constructor({ namespace }: Pick<FederationConfig, 'namespace'>, selection: KindSelection) {
    this.#scope = new FederationScope(namespace)
    this.#selection = selection
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    const kind = federatedKindOf(stored)
    return operation === 'create' && stored.namespaced && kind !== undefined && !isDefaultKind(kind)
  }

  check({ object, version, part, namespace, user, warnings }: AdmissionReview): void {
    const kind = federatedKindOf(version.stored)
    if (warnings === undefined || kind === undefined || object === undefined || namespace === undefined)
      return
    if (part !== 'object' || isController(user) || !this.#scope.includesNamespace(namespace)) return
    if (isOfCluster(kind.kind, object) || this.#selection.selects(kind, selectableObject(object))) return
    // The user has decided.
    if (object.metadata.annotations?.[PROPAGATE] === 'false') return
    const { name = '' } = object.metadata
    warnings.push(
      `${kind.noun} "${name}" is not propagated to clusters; to propagate it, set the annotation ${PROPAGATE}: "true" or select it by a policy`,
    )
  }
}

function isOfCluster(kind: string, { metadata }: ApiObject): boolean {
  if ((metadata.ownerReferences ?? []).length > 0) return true
  return kind === 'ServiceAccount' && metadata.name === OWN_ACCOUNT
}

/** Components of the control plane. */
function isController({ name }: User): boolean {
  if (name === SERVER.name || name.startsWith('system:kube-') || name.startsWith('system:node:')) return true
  return parseServiceAccountUsername(name)?.namespace === 'kube-system'
}
