/** Sets of indexes as a string: numbers and ranges in ascending order, such as `1,3-5`. */

/** The number of indexes in the string, or an error message. All must be below `completions`. */
export function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0
  let total = 0
  let last = Number.NEGATIVE_INFINITY
  for (const part of text.split(',')) {
    const interval = readInterval(part, completions)
    if (typeof interval === 'string') return interval
    const [first, end] = interval
    if (last >= first) return notIncreasing(last, first)
    total += end - first + 1
    last = end
  }
  return total
}

/** The first index that two strings have in common; intervals that cannot be read are left out. */
export function commonIndex(a: string, b: string, completions: number): number | undefined {
  const others = readableIntervals(b, completions)
  for (const [first, last] of readableIntervals(a, completions)) {
    const other = others.find((interval) => interval[0] <= last && first <= interval[1])
    if (other !== undefined) return Math.max(first, other[0])
  }
  return undefined
}

const readableIntervals = (text: string, completions: number): readonly Interval[] =>
  text.split(',').flatMap((part) => {
    const interval = readInterval(part, completions)
    return typeof interval === 'string' ? [] : [interval]
  })

type Interval = readonly [first: number, last: number]

function readInterval(part: string, completions: number): Interval | string {
  const limits = part.split('-')
  if (limits.length > 2) {
    return `the fragment ${JSON.stringify(part)} violates the requirement that an index interval can have at most two parts separated by '-'`
  }
  const first = readIndex(limits[0] as string, completions)
  if (typeof first === 'string' || limits.length === 1) {
    return typeof first === 'string' ? first : [first, first]
  }
  const last = readIndex(limits[1] as string, completions)
  if (typeof last === 'string') return last
  return first >= last ? notIncreasing(first, last) : [first, last]
}

const INTEGER = /^[+-]?[0-9]+$/

function readIndex(text: string, completions: number): number | string {
  if (!INTEGER.test(text)) return `cannot convert string to integer for index: ${JSON.stringify(text)}`
  const index = Number(text)
  return index >= completions ? `too large index: ${JSON.stringify(text)}` : index
}

const notIncreasing = (previous: number, current: number) =>
  `non-increasing order, previous: ${previous}, current: ${current}`
