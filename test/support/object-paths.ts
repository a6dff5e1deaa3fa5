import { kinds } from '#kinds/index.js'
import type { Json } from './client.js'

/** The path of the collection that an object belongs to. */
export function collectionPath({ apiVersion, kind }: Json, namespace = 'test'): string {
  for (const version of kinds.flatMap(({ versions }) => versions)) {
    const { group, version: name, plural, namespaced } = version
    const served = group === '' ? name : `${group}/${name}`
    if (served !== apiVersion || version.kind !== kind) continue
    const root = group === '' ? `/api/${name}` : `/apis/${group}/${name}`
    return namespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`
  }
  throw new Error(`no kind ${kind} of ${apiVersion}`)
}

/** The value at a path such as `spec.ports[0].name` or `metadata.labels[a.b/c]`. */
export function valueAt(object: unknown, path: string): unknown {
  let value = object
  for (const [, name, bracketed] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    value = (value as Record<string, unknown> | undefined)?.[(name ?? bracketed) as string]
  }
  return value
}
