import type { Random } from '../support/random.js'

export type FieldValues = Record<string, unknown>

/** Sets and removes fields of a random struct until they agree with each other. */
export type Adjustment = (fields: FieldValues, random: Random) => void

export const listIn = (fields: FieldValues, name: string) => (fields[name] ?? []) as FieldValues[]

/** Keeps the first field that is set and deletes the others. Sets the fallback if none is set. */
export function keepOne(fields: FieldValues, names: readonly string[], fallBack?: FieldValues): void {
  const [first, ...others] = names.filter((name) => fields[name] != null)
  for (const name of others) delete fields[name]
  if (first === undefined) Object.assign(fields, fallBack)
}
