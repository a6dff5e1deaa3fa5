/** A number of things, or a percentage of so many. */
export function amountOf(value: number | string, of: number, round: (amount: number) => number): number {
  return typeof value === 'number' ? value : round((Number.parseInt(value, 10) * of) / 100)
}
