/** Counts the values that a comparison looks at. */
export class Meter {
  values = 0
}
