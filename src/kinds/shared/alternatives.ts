import type { FieldErrors, RuleWithContext } from '#meta/field-errors.js'

/** Fields of which exactly one must be set, in the order in which they are checked, with their rules. */
export type Alternatives<C = void> = readonly {
  readonly name: string
  readonly rule: RuleWithContext<unknown, C>
  /** Whether it is accepted beside another one. */
  readonly isFree: boolean
}[]

/** The rule for each of the fields. Those that are `free` are accepted beside others. */
export function alternatives<T, C = void>(
  rules: {
    readonly [K in keyof T]-?: RuleWithContext<NonNullable<T[K]>, C>
  },
  free: readonly (keyof T & string)[] = [],
): Alternatives<C> {
  // Each rule is called only with the value of its own field.
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    rule: rule as RuleWithContext<unknown, C>,
    isFree: free.some((other) => other === name),
  }))
}

/**
 * Validates the alternative that is set. When several are set, the first is validated and the others are rejected
 * unseen. Returns whether one was set.
 */
export function validateOneOf(
  holder: object,
  choices: Alternatives,
  rejection: string,
  errors: FieldErrors,
): boolean
export function validateOneOf<C>(
  holder: object,
  choices: Alternatives<C>,
  rejection: string,
  errors: FieldErrors,
  context: C,
): boolean
export function validateOneOf(
  holder: object,
  choices: Alternatives<never>,
  rejection: string,
  errors: FieldErrors,
  context?: unknown,
): boolean {
  let found = false
  for (let index = 0; index < choices.length; index++) {
    const { name, rule, isFree } = choices[index] as Alternatives<unknown>[number]
    const value = (holder as Readonly<Record<string, unknown>>)[name]
    if (value === undefined) continue
    if (found && !isFree) errors.forbidden(name, rejection)
    else errors.field(name, value, rule, context)
    found = true
  }
  return found
}
