import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { ALL, anyWithSubresource, type CompiledRule, compileRule } from './compiled-rule.js'

const NONE: readonly CompiledRule[] = []

/** The rules of a role, indexed by resource. */
export class CompiledRole {
  readonly rules: readonly PolicyRule[]
  readonly pathRules: readonly CompiledRule[]
  readonly #byResource = new Map<string, CompiledRule[]>()

  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules
    const all = rules.map(compileRule)
    this.pathRules = all.filter(({ hasPaths }) => hasPaths)
    for (const rule of all) {
      for (const resource of rule.resources) {
        const known = this.#byResource.get(resource)
        if (known === undefined) this.#byResource.set(resource, [rule])
        else if (known.at(-1) !== rule) known.push(rule)
      }
    }
  }

  /** The rules that match a resource by name or wildcard. A rule that does both occurs twice. */
  *about(resource: string): Generator<CompiledRule> {
    yield* this.#byResource.get(resource) ?? NONE
    if (resource !== ALL) yield* this.#byResource.get(ALL) ?? NONE
    const wildcard = anyWithSubresource(resource)
    if (wildcard !== undefined && wildcard !== resource) yield* this.#byResource.get(wildcard) ?? NONE
  }
}
