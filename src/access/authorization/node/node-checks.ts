import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import { parseFieldTerms } from '#selector/field-selector.js'
import { SelectorError } from '#selector/label-selector.js'
import type { NodeAccess } from './node-access.js'

const LEASES = 'kube-node-lease'

/** Undefined if the node may, otherwise the reason why not. */
type Verdict = string | undefined

export type Check = (node: string, attributes: RequestAttributes, resource: ResourceAttributes) => Verdict

/** The checks of resources of which a node may use only some objects. */
export function checksOf(access: NodeAccess): Readonly<Record<string, Check>> {
  return {
    '/secrets': readOf((node, namespace, name) => access.needsSecret(node, namespace, name)),
    '/configmaps': readOf((node, namespace, name) => access.needsConfigMap(node, namespace, name)),
    '/persistentvolumeclaims': claims(access),
    '/persistentvolumes': getOf((node, _, name) => access.needsVolume(node, name)),
    'storage.k8s.io/volumeattachments': getOf((node, _, name) => access.hasAttachment(node, name)),
    '/serviceaccounts': tokens(access),
    'coordination.k8s.io/leases': leases,
    'storage.k8s.io/csinodes': csiNodes,
    '/nodes': nodes,
    '/pods': pods(access),
  }
}

type Needs = (node: string, namespace: string, name: string) => boolean

function needed(needs: Needs, node: string, { namespace = '', name }: ResourceAttributes): Verdict {
  if (!name) return 'No Object name found'
  return needs(node, namespace, name)
    ? undefined
    : `no relationship found between node '${node}' and this object`
}

/** A list or watch of a single name counts as reading it. */
const readOf =
  (needs: Needs): Check =>
  (node, { verb }, resource) => {
    if (!READS.has(verb)) return 'can only read resources of this type'
    if (resource.subresource) return 'cannot read subresource'
    if (!resource.namespace) return 'can only read namespaced object of this type'
    return needed(needs, node, resource)
  }

const getOf =
  (needs: Needs): Check =>
  (node, { verb }, resource) => {
    if (verb !== 'get') return 'can only get individual resources of this type'
    if (resource.subresource) return 'cannot get subresource'
    return needed(needs, node, resource)
  }

function claims(access: NodeAccess): Check {
  const needs: Needs = (node, namespace, name) => access.needsClaim(node, namespace, name)
  const get = getOf(needs)
  return (node, attributes, resource) => {
    if (resource.subresource !== 'status') return get(node, attributes, resource)
    if (!CHANGES.has(attributes.verb)) return 'can only get/update/patch this type'
    return needed(needs, node, resource)
  }
}

const tokens =
  (access: NodeAccess): Check =>
  (node, { verb }, resource) => {
    if (verb !== 'create' || !resource.name) return 'can only create tokens for individual service accounts'
    if (resource.subresource !== 'token') return 'can only create token subresource of serviceaccount'
    return needed((...asked) => access.needsServiceAccount(...asked), node, resource)
  }

const leases: Check = (node, { verb }, { namespace, name }) => {
  if (!OWN_OBJECT.has(verb)) return 'can only get, create, update, patch, or delete a node lease'
  if (namespace !== LEASES) return `can only access leases in the "${LEASES}" system namespace`
  if (verb !== 'create' && name !== node)
    return 'can only access node lease with the same name as the requesting node'
  return undefined
}

const csiNodes: Check = (node, { verb }, { subresource, name }) => {
  if (!OWN_OBJECT.has(verb)) return 'can only get, create, update, patch, or delete a CSINode'
  if (subresource) return 'cannot authorize CSINode subresources'
  if (verb !== 'create' && name !== node)
    return 'can only access CSINode with the same name as the requesting node'
  return undefined
}

const nodes: Check = (node, { verb }, { subresource, name }) => {
  if (subresource === 'status') return CHANGES.has(verb) ? undefined : ''
  if (subresource) return ''
  if (verb === 'create' || CHANGES.has(verb)) return undefined
  if (!READS.has(verb)) return ''
  if (name === node) return undefined
  return `node '${node}' cannot read ${name ? `'${name}'` : 'all nodes'}, only its own Node object`
}

const pods =
  (access: NodeAccess): Check =>
  (node, attributes, resource) => {
    const { verb } = attributes
    const { subresource } = resource
    if (subresource === 'status') return CHANGES.has(verb) ? undefined : ''
    if (subresource === 'eviction') return verb === 'create' ? undefined : ''
    if (subresource) return ''
    if (verb === 'create' || verb === 'delete') return undefined
    if (verb === 'get') return needed((...asked) => access.hasPod(...asked), node, resource)
    if (!READS.has(verb)) return ''
    return selectsNode(attributes.fieldSelector, node)
      ? undefined
      : 'can only list/watch pods with spec.nodeName field selector'
  }

function selectsNode(fieldSelector: string | undefined, node: string): boolean {
  if (fieldSelector === undefined) return false
  try {
    return parseFieldTerms(fieldSelector).some(
      ({ field, negated, value }) => field === 'spec.nodeName' && !negated && value === node,
    )
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

const READS = new Set(['get', 'list', 'watch'])
const CHANGES = new Set(['update', 'patch'])
const OWN_OBJECT = new Set(['get', 'create', 'update', 'patch', 'delete'])
