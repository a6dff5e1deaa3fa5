import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { CompiledRole } from './compiled-role.js'
import type { CompiledRule } from './compiled-rule.js'
import { MissingRules } from './missing-rules.js'

/** Maximum comparisons of a value with a rule: about 30 ms. */
const MAX_STEPS = 200_000

/** The parts of rules that other rules do not cover, in as few rules as possible. */
export function missingRules(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  const comparison = new Comparison([new CompiledRole(held)])
  for (const rule of wanted) comparison.add(rule)
  return comparison.missing.rules
}

/** One list of a wanted rule. */
class Axis {
  readonly values: readonly string[]
  readonly covers: (rule: CompiledRule, value: string) => boolean
  /** Whether a rule covers all values of the axis. */
  readonly whole: Map<CompiledRule, boolean> | undefined

  constructor(values: readonly string[] | null = [], covers: (rule: CompiledRule, value: string) => boolean) {
    const isLong = values !== null && values.length > 1
    this.values = isLong ? [...new Set(values)] : (values ?? [])
    this.whole = isLong ? new Map() : undefined
    this.covers = covers
  }
}

/** A set of values per axis, for all their combinations. */
type Box = readonly (readonly string[])[]

/**
 * Compares wanted rules with held rules, list by list. A rule is a box of resources, groups, names and verbs. Values
 * that the same held rules cover are compared once, so the time depends on how different the rules are, not on how
 * many permissions they grant. What exceeds the step limit counts as missing.
 */
export class Comparison {
  readonly missing = new MissingRules()
  readonly #held: readonly CompiledRole[]
  #steps = MAX_STEPS

  constructor(held: readonly CompiledRole[]) {
    this.#held = held
  }

  /** Whether the step limit was exceeded: missing rules may be held. */
  get isUnfinished(): boolean {
    return this.#steps < 0
  }

  /** Adds the missing parts of a rule, up to the limit of the report. */
  add(rule: PolicyRule): void {
    const { missing } = this
    if (missing.isFull) return
    const isNamed = (rule.resourceNames?.length ?? 0) > 0
    for (const [resources = [], groups = [], names = [], verbs = []] of this.#missingResources(rule)) {
      missing.addResources({ groups, resources, names: isNamed ? names : [undefined], verbs })
    }
    for (const [paths = [], verbs = []] of this.#missingPaths(rule)) missing.addPaths(paths, verbs)
  }

  #missingResources({ resources, apiGroups, resourceNames, verbs }: PolicyRule): Iterable<Box> {
    const ofResources = new Axis(resources, (rule, resource) => rule.hasResource(resource))
    return this.#uncovered(this.#rulesAbout(ofResources.values), [
      ofResources,
      new Axis(apiGroups, (rule, group) => rule.hasGroup(group)),
      resourceNames?.length
        ? new Axis(resourceNames, (rule, name) => rule.hasName(name))
        : new Axis([''], (rule) => rule.names === undefined),
      ofVerbs(verbs),
    ])
  }

  #missingPaths({ nonResourceURLs, verbs }: PolicyRule): Iterable<Box> {
    const rules = this.#held.flatMap(({ pathRules }) => pathRules)
    const unlimited = rules.filter(({ names }) => names === undefined)
    const paths = new Axis(nonResourceURLs, (rule, path) => rule.hasPath(path))
    return this.#uncovered(unlimited, [paths, ofVerbs(verbs)])
  }

  #rulesAbout(resources: readonly string[]): readonly CompiledRule[] {
    const found = new Set<CompiledRule>()
    for (const resource of resources) {
      for (const role of this.#held) {
        if (--this.#steps < 0) return []
        for (const rule of role.about(resource)) {
          this.#steps--
          found.add(rule)
        }
      }
    }
    return [...found]
  }

  /** The parts of the remaining axes that no rule covers. */
  *#uncovered(
    rules: readonly CompiledRule[],
    [axis, ...others]: readonly Axis[],
    chosen: Box = [],
  ): Generator<Box> {
    if (axis === undefined || axis.values.length === 0) return
    if (rules.length === 0 || this.isUnfinished) {
      yield [...chosen, axis.values, ...others.map(({ values }) => values)]
      return
    }
    const isCovered = (by: CompiledRule) =>
      this.#coversWhole(by, axis) && others.every((other) => this.#coversWhole(by, other))
    if (rules.some(isCovered)) return
    if (others.length === 0) {
      const covered = (value: string) => rules.some((rule) => this.#covers(rule, axis, value))
      const left = axis.values.filter((value) => this.isUnfinished || !covered(value))
      if (left.length > 0) yield [...chosen, left]
      return
    }
    for (const { values, covering } of this.#classes(rules, axis)) {
      yield* this.#uncovered(covering, others, [...chosen, values])
    }
  }

  /** The values of an axis, grouped by the rules that cover them. */
  #classes(
    rules: readonly CompiledRule[],
    axis: Axis,
  ): Iterable<{ readonly values: readonly string[]; readonly covering: readonly CompiledRule[] }> {
    const classes = new Map<string, { values: string[]; covering: readonly CompiledRule[] }>()
    for (const value of axis.values) {
      const indexes: number[] = []
      for (const [index, rule] of rules.entries()) if (this.#covers(rule, axis, value)) indexes.push(index)
      if (this.isUnfinished) return [{ values: axis.values, covering: [] }]
      const key = indexes.join()
      const known = classes.get(key)
      if (known !== undefined) known.values.push(value)
      else
        classes.set(key, { values: [value], covering: indexes.map((index) => rules[index] as CompiledRule) })
    }
    return classes.values()
  }

  #coversWhole(rule: CompiledRule, axis: Axis): boolean {
    let covers = axis.whole?.get(rule)
    if (covers === undefined) {
      covers = axis.values.every((value) => this.#covers(rule, axis, value))
      axis.whole?.set(rule, covers)
    }
    return covers
  }

  #covers(rule: CompiledRule, axis: Axis, value: string): boolean {
    return --this.#steps >= 0 && axis.covers(rule, value)
  }
}

const ofVerbs = (verbs: PolicyRule['verbs']) => new Axis(verbs, (rule, verb) => rule.hasVerb(verb))
