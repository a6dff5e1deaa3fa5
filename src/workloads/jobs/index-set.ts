/** Numbers as a job reports them: `0-2,5`. */
export function parseIndexes(text: string | undefined): Set<number> {
  const indexes = new Set<number>()
  for (const part of (text ?? '').split(',')) {
    if (part === '') continue
    const [first = '', last = first] = part.split('-')
    for (let index = Number(first); index <= Number(last); index++) indexes.add(index)
  }
  return indexes
}

/** The shortest text, in order. */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b)
  const ranges: string[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (sorted[end + 1] === (sorted[end] as number) + 1) end++
    // Two neighbours are no range.
    if (end === start) ranges.push(String(sorted[start]))
    else if (end === start + 1) ranges.push(String(sorted[start]), String(sorted[end]))
    else ranges.push(`${sorted[start]}-${sorted[end]}`)
    start = end + 1
  }
  return ranges.join(',')
}
