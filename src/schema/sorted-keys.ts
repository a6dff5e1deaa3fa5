/** The keys in order: equal maps are then equal as text, which is how writes that change nothing are found. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map)
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort()
  }
  return keys
}
