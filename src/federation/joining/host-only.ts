import { PROPAGATE } from '#federation/annotations.js'
import { OWN_NAMESPACES } from '#federation/propagation/scope.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { FoundResource } from './find-resource.js'

/** Why the host never propagates an object, as far as the object itself says; undefined if it may be. */
export function hostOnly(
  { kind, isNamespaced }: Pick<FoundResource, 'kind' | 'isNamespaced'>,
  { name = '', namespace = '', annotations = {}, ownerReferences = [] }: ApiObject['metadata'],
): string | undefined {
  if (annotations[PROPAGATE] === 'false') return `the annotation ${PROPAGATE} says "false"`
  const owner = ownerReferences.find(({ controller }) => controller === true)
  if (owner !== undefined)
    return `the controller ${owner.kind} ${owner.name} makes such objects in each cluster`
  const place = kind === 'Namespace' ? name : namespace
  if (OWN_NAMESPACES.has(place)) return `every cluster has its own namespace ${place}`
  if (kind === 'Namespace' && name === 'default') return 'every cluster has this namespace'
  if (kind === 'ConfigMap' && name === 'kube-root-ca.crt') return 'every cluster has its own root certificate'
  if (isNamespaced && kind === 'Service' && place === 'default' && name === 'kubernetes')
    return 'every cluster has its own API server'
  return undefined
}
