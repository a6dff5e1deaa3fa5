import { deduce, fieldOf, isJsonObject, type MergeType } from '#apply/merge-type.js'

/** How many paths are listed. */
const MAX_PATHS = 100

/** The paths of lists and objects in a configuration that would be replaced as a whole. */
export function atomicPaths(mergeType: MergeType, value: unknown): readonly string[] {
  const found: string[] = []
  visit(mergeType, value, '', found)
  return found
}

function visit(anyMergeType: MergeType, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_PATHS) return
  const mergeType = deduce(anyMergeType, value)
  if (mergeType.kind === 'atomic') {
    found.push(path)
  } else if (mergeType.kind === 'list') {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) visit(mergeType.element, item, `${path}[${index}]`, found)
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const field = fieldOf(mergeType, name)
      if (field !== undefined) visit(field.mergeType, item, `${path}.${name}`, found)
    }
  }
}
