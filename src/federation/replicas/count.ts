const MAX_COUNT = 2 ** 31 - 1

/** The value as a count; undefined if it is none. */
export const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : undefined
