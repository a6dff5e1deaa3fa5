import { rejection } from '#admission/rejection.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { Authorize } from '#registry/authorize.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { semanticEqual } from '#schema/equal.js'

type Owner = NonNullable<ObjectMeta['ownerReferences']>[number]

/**
 * An owner decides when an object is deleted, and a dependent may hold up the deletion of its owner. So a user who
 * changes owners needs the right to delete the object, and one who blocks an owner the right to its finalizers.
 */
export class OwnerPermissions implements AdmissionPlugin {
  readonly name = 'OwnerReferencesPermissionEnforcement'
  readonly callsOtherServers: boolean
  readonly #authorize: Authorize
  readonly #kinds: KindRegistry

  constructor(authorize: Authorize, asksOtherServers: boolean, kinds: KindRegistry) {
    this.callsOtherServers = asksOtherServers
    this.#authorize = authorize
    this.#kinds = kinds
  }

  handles(_: ServedVersion, operation: AdmittedOperation): boolean {
    return operation !== 'delete'
  }

  async check(review: AdmissionReview): Promise<void> {
    const { version, subresource, object, current } = review
    // A status update cannot change the owners of a pod.
    if (version.plural === 'pods' && version.group === '' && subresource === 'status') return
    const [after, before] = [ownersOf(object), ownersOf(current)]
    if (semanticEqual(ObjectMeta, { ownerReferences: after }, { ownerReferences: before })) return
    if (review.operation === 'update') await this.#expectDeletable(review)
    const blocked = new Set(before.filter(blocks).map(({ uid }) => uid))
    for (const owner of after) {
      if (blocks(owner) && !blocked.has(owner.uid)) await this.#expectBlockable(review, owner)
    }
  }

  async #expectDeletable(review: AdmissionReview): Promise<void> {
    const { user, version, namespace, name, subresource } = review
    const { group, plural } = version
    const resource = { group, plural, subresource, namespace, name }
    const { allowed, reason } = await this.#authorize(user, { verb: 'delete', path: '', resource })
    if (allowed) return
    throw rejection(review, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`)
  }

  async #expectBlockable(review: AdmissionReview, { apiVersion, kind, name }: Owner): Promise<void> {
    const { user } = review
    const found = this.#kinds.servedVersions.find(
      (version) => version.kind === kind && apiVersionOf(version) === apiVersion,
    )
    if (found === undefined) {
      const unknown = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`
      throw rejection(
        review,
        `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${unknown}`,
      )
    }
    const { group, plural, namespaced } = found
    const namespace = namespaced ? review.namespace : undefined
    const resource = { group, plural, subresource: 'finalizers', namespace, name }
    const { allowed, reason } = await this.#authorize(user, { verb: 'update', path: '', resource })
    if (allowed) return
    throw rejection(
      review,
      `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, <nil>`,
    )
  }
}

const ownersOf = (object: AdmissionReview['object']): readonly Owner[] =>
  object?.metadata.ownerReferences ?? []
const blocks = ({ blockOwnerDeletion }: Owner) => blockOwnerDeletion === true
