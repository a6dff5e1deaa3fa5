import type { ObjectMeta } from '#meta/object-meta.js'

interface Class {
  readonly metadata: Readonly<ObjectMeta>
}

/**
 * The name of the default class: the one that an annotation marks as default. If several are marked, the newest wins,
 * so that a new default can be introduced before the old one is withdrawn.
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
