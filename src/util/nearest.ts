/**
 * The candidate that `text` was most likely meant to be, undefined when it is not close to any: more than a
 * third of its letters would have to be added, dropped or changed.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
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

/** How many letters have to be added, dropped or changed to make one text of the other. */
export function editDistance(left: string, right: string): number {
  // One row of the table of distances between all beginnings of the two texts.
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const changed = (row[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[right.length] as number
}
