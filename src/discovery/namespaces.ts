import { ObjectMeta } from '../meta/object-meta.js'
import { typeMeta } from '../meta/type-meta.js'
import { type Infer, optional, string, struct } from '../schema/type.js'
import type { ListedResource } from './listed-resource.js'

/**
 * Namespaces are not stored: objects can be put into any, and nothing has to be there before. They can be read all the
 * same, whatever their name. kubectl asks for the namespace of an object that it did not find, and without an answer it
 * would report the namespace as missing instead of the object. And they are what makes the version `v1` known to
 * clients, who must find it to take a `List` for what it is, and who do not believe in a version without resources.
 */
export const namespaces: ListedResource = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  namespaced: false,
  verbs: ['get'],
  shortNames: ['ns'],
  categories: [],
  subresources: [],
}

export const NamespaceStatus = struct('io.k8s.api.core.v1.NamespaceStatus', 'State of a namespace.', {
  phase: optional(1, string, 'Active, for all that there are.'),
})

export const Namespace = struct('io.k8s.api.core.v1.Namespace', 'Room for the names of objects.', {
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Metadata of the namespace, of which there is nothing but its name.'),
  status: optional(3, NamespaceStatus, 'State of the namespace.'),
})
export interface Namespace extends Infer<typeof Namespace> {}

export function namespaceNamed(name: string): Namespace {
  return {
    kind: 'Namespace',
    apiVersion: 'v1',
    metadata: { name, creationTimestamp: null },
    status: { phase: 'Active' },
  }
}
