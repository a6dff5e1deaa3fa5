import { semanticEqual } from '#schema/equal.js'
import type { AnyStruct, Fields, Type } from '#schema/type.js'

/** The paths of the differences between two values of a type. Lists of different length are one difference. */
export function changedPaths(type: Type, after: unknown, before: unknown, path: string): string[] {
  if (semanticEqual(type, after as never, before as never)) return []
  if (type.kind === 'struct' && isObject(after) && isObject(before)) {
    return changedFields(type, after, before, path)
  }
  if (type.kind === 'list' && Array.isArray(after) && after.length === (before as unknown[])?.length) {
    const { element } = type
    return after.flatMap((value, index) =>
      changedPaths(element, value, (before as unknown[])[index], `${path}[${index}]`),
    )
  }
  return [path]
}

function changedFields(
  { fields }: AnyStruct,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  return Object.entries(fields as Fields).flatMap(([name, { type }]) =>
    changedPaths(type, after[name], before[name], `${path}.${name}`),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
