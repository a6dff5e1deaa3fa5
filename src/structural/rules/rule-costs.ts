import type { FieldErrors } from '#meta/field-errors.js'

/** The limits of the estimated cost of one rule, over all values, and of all rules of a schema together. */
const RULE_LIMIT = 10_000_000
const SCHEMA_LIMIT = 100_000_000
const EXPENSIVE = SCHEMA_LIMIT / 100
/** How many of the most expensive expressions are reported. */
const MAX_REPORTED = 4

/** Adds up the estimated costs of the rules of a schema. */
export class RuleCosts {
  readonly #path: string
  #total = 0
  #mostExpensive: { readonly path: string; readonly cost: number }[] = []

  constructor(path: string) {
    this.#path = path
  }

  add(name: string, path: string, cost: number, errors: FieldErrors): void {
    if (cost > RULE_LIMIT) errors.forbidden(path, excessText(name, cost / RULE_LIMIT))
    this.#total += cost
    if (cost < EXPENSIVE) return
    this.#mostExpensive.push({ path, cost })
    this.#mostExpensive.sort((left, right) => right.cost - left.cost)
    this.#mostExpensive = this.#mostExpensive.slice(0, MAX_REPORTED)
  }

  reportTotal(errors: FieldErrors): void {
    if (this.#total <= SCHEMA_LIMIT) return
    for (const { path } of this.#mostExpensive) {
      errors.forbidden(
        path,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      )
    }
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
    errors.forbidden(this.#path, excessText(name, this.#total / SCHEMA_LIMIT))
  }
}

function excessText(name: string, factor: number): string {
  return `${name} exceeds budget by factor of ${factorText(factor)} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x'
  return `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
}
