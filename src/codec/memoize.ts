/** Every distinct header takes a place; when all are taken the memory starts afresh. */
const CAPACITY = 256
/** Longer headers are parsed each time, so that the memory holds at most 256 times this many characters. */
const LONGEST = 512

/**
 * Remembers what `parse` makes of a header. Headers repeat: a client sends the same ones with every request, so each is
 * parsed once and its meaning is looked up from then on.
 */
export function memoized<T extends object | string | undefined>(
  parse: (header: string) => T,
): (header: string) => T {
  const known = new Map<string, T>()
  return (header) => {
    const meaning = known.get(header)
    if (meaning !== undefined || known.has(header)) return meaning as T
    const parsed = parse(header)
    if (header.length <= LONGEST) {
      if (known.size >= CAPACITY) known.clear()
      known.set(header, parsed)
    }
    return parsed
  }
}
