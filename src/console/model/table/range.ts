/** The rows between two, with both, in whichever order. Only the second if the first is not there. */
export function rangeBetween<Row extends { readonly key: string }>(
  rows: readonly Row[],
  first: string | undefined,
  second: number,
): readonly Row[] {
  const found = rows.findIndex(({ key }) => key === first)
  const start = found === -1 ? second : found
  return rows.slice(Math.min(start, second), Math.max(start, second) + 1)
}
