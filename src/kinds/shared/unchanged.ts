import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import type { Fields, StructType, StructValue } from '#schema/type.js'

/** Whether a field is equal in two values of a type. */
export function isUnchanged<F extends Fields>(
  { fields }: StructType<F>,
  name: keyof F & string,
  value: Readonly<StructValue<F>>,
  current: Readonly<StructValue<F>>,
): boolean {
  const { type } = fields[name] as F[string]
  return semanticEqual(type, fieldOf(value, name), fieldOf(current, name))
}

const fieldOf = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name]

/** Reports a changed field that is immutable. */
export function mustStayUnchanged<F extends Fields>(
  type: StructType<F>,
  name: keyof F & string,
  value: Readonly<StructValue<F>>,
  current: Readonly<StructValue<F>>,
  errors: FieldErrors,
): void {
  if (isUnchanged(type, name, value, current)) return
  errors.invalid(name, fieldOf(value, name) ?? '', 'field is immutable')
}

/**
 * Maps each name to its first element. Lists may have tens of thousands of elements, so they are not searched
 * repeatedly.
 */
export function firstBy<T>(list: readonly T[], nameOf: (element: T) => string): ReadonlyMap<string, T> {
  const first = new Map<string, T>()
  for (const element of list) {
    const name = nameOf(element)
    if (!first.has(name)) first.set(name, element)
  }
  return first
}
