/** A fact that no example shows: a test proves it, or there is a reason why it does not hold here. */
export interface OtherFact {
  readonly section: string
  /** How the place of the fact begins; every place, if it is not given. */
  readonly where?: string
  readonly test?: string
  readonly reason?: string
}

export const NO_PODS = 'the server runs no pods'
