/** The requirements of a selector: commas in parentheses are part of one. */
export function splitSelector(selector: string | undefined): string[] {
  return (selector ?? '')
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** The selector with one more requirement; undefined if there is none. */
export function joinSelector(parts: readonly string[]): string | undefined {
  const unique = [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
  return unique.length === 0 ? undefined : unique.join(',')
}
