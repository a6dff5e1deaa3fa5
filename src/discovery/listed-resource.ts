import type { ResourceDefinition } from '../registry/definition.js'

/** What discovery tells about a resource. */
export type ListedResource = Pick<
  ResourceDefinition,
  | 'group'
  | 'version'
  | 'kind'
  | 'plural'
  | 'singular'
  | 'namespaced'
  | 'verbs'
  | 'shortNames'
  | 'categories'
  | 'subresources'
>
