import type { ServedVersion } from '../registry/kind.js'

/** What discovery says about a resource. */
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
  | 'stored'
  | 'conventions'
  | 'form'
>
