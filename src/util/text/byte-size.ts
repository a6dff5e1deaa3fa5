/** Numbers of bytes as people write them: `500K`, `10M`, `1G`, in powers of ten; `Ki`, `Mi`, `Gi` in powers of two. */

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
])

/** Undefined when the text is not one. */
export function parseBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^([0-9]{1,12})([KMG]i?)?B?$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (UNITS.get(unit) as number)
}

/** The shortest text that `parseBytes` takes for a whole number of bytes. */
export function formatBytes(bytes: number): string {
  const fitting = [...UNITS].reverse().filter(([, size]) => bytes > 0 && bytes % size === 0)
  const texts = fitting.map(([unit, size]) => `${bytes / size}${unit}`)
  return texts.reduce((one, other) => (other.length < one.length ? other : one), String(bytes))
}
