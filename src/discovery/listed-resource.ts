import type { ServedVersion } from '../registry/kind.js'

/** What discovery tells about a resource. */
export type ListedResource = Pick<
  ServedVersion,
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
