/**
 * The candidate that `text` was most likely meant to be, undefined when it is not close to any: more than a
 * third of its letters would have to be added, dropped or changed.
 */
export function closestMatch(text: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.floor(text.length / 3) + 1
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/**
 * How many letters have to be added, dropped, changed or swapped with their neighbour to make one text of the other.
 */
export function editDistance(left: string, right: string): number {
  // Three rows of the table of distances between all beginnings of the two texts.
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const changed = (last[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const swapped = isSwapped ? (beforeLast[j - 2] as number) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, swapped, (last[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    beforeLast = last
    last = row
  }
  return last[right.length] as number
}
