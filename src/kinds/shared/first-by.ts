/** The first of each name. Lists have tens of thousands of elements: none is searched for every element of another. */
export function firstBy<T>(list: readonly T[], nameOf: (element: T) => string): ReadonlyMap<string, T> {
  const first = new Map<string, T>()
  for (const element of list) {
    const name = nameOf(element)
    if (!first.has(name)) first.set(name, element)
  }
  return first
}
