import type { ObjectMeta } from '#meta/object-meta.js'

/** What tables show of volumes and claims. */

export const UNSET = '<unset>'

/** Where the class stood before there was a member for it. */
export const STORAGE_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

export function storageClassOf({ annotations }: ObjectMeta, name: string | undefined): string {
  return annotations?.[STORAGE_CLASS_ANNOTATION] ?? name ?? ''
}
