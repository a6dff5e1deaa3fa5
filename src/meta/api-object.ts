import type { ObjectMeta } from './object-meta.js'

/** What all stored objects have in common. */
export interface ApiObject {
  kind?: string | undefined
  apiVersion?: string | undefined
  metadata: ObjectMeta
}
