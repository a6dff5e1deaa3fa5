import type { ObjectMeta } from '../../meta/object-meta.js'

/**
 * The name of the class that objects have which name none: one that an annotation says to be the default. Of several it is
 * the newest, so that a new default can be introduced before the old one is withdrawn.
 */
export function defaultClass(classes: Iterable<ObjectMeta>, annotation: string): string | undefined {
  let chosen: ObjectMeta | undefined
  for (const metadata of classes) {
    if (metadata.annotations?.[annotation] !== 'true' || metadata.deletionTimestamp) continue
    if (chosen === undefined || precedes(metadata, chosen)) chosen = metadata
  }
  return chosen?.name
}

function precedes(left: ObjectMeta, right: ObjectMeta): boolean {
  const [leftTime, rightTime] = [left.creationTimestamp ?? '', right.creationTimestamp ?? '']
  return leftTime === rightTime ? (left.name ?? '') < (right.name ?? '') : leftTime > rightTime
}
