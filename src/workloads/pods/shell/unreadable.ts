/** Thrown for a script whose effect cannot be told. */
export class Unreadable extends Error {}

export function unreadable(): never {
  throw new Unreadable()
}
