import type { ObjectMeta } from '#meta/object-meta.js'

interface Class {
  readonly metadata: Readonly<ObjectMeta>
}

/**
 * The name of the class that objects have which name none: one that an annotation says to be the default. Of several it is
 * the newest, so that a new default can be introduced before the old one is withdrawn.
 */
export function defaultClass(classes: readonly Class[], annotations: readonly string[]): string | undefined {
  let chosen: Readonly<ObjectMeta> | undefined
  for (const { metadata } of classes) {
    if (metadata.deletionTimestamp) continue
    if (!annotations.some((annotation) => metadata.annotations?.[annotation] === 'true')) continue
    if (chosen === undefined || precedes(metadata, chosen)) chosen = metadata
  }
  return chosen?.name
}

function precedes(left: Readonly<ObjectMeta>, right: Readonly<ObjectMeta>): boolean {
  const [leftTime, rightTime] = [left.creationTimestamp ?? '', right.creationTimestamp ?? '']
  return leftTime === rightTime ? (left.name ?? '') < (right.name ?? '') : leftTime > rightTime
}
