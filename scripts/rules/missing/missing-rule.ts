/** A rule of the original that no example proves. */
export interface MissingRule {
  readonly type: string
  readonly path: string
  readonly error: string
  /** How the text of the error begins, if there are several such errors at the path. */
  readonly detail?: string
  /** Why no object can break the rule here. */
  readonly reason: string
}

/** A rule that is not about the fields of an object, so that a test proves it instead of an example. */
export interface TestedRule extends Omit<MissingRule, 'reason'> {
  /** The file of the test, from the root of the project. */
  readonly test: string
}

export type OtherRule = MissingRule | TestedRule
