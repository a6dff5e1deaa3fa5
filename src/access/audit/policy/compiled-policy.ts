import { LEVELS, type Level, type Recording, STAGES, type Stage } from '#access/audit/stages.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { User } from '#meta/user.js'
import type { Policy, PolicyRule } from './policy.js'
import { type ResourceKind, type RuleMatch, ruleMatch } from './rule-match.js'

interface CompiledRule extends RuleMatch {
  readonly recording: Recording
}

/** Paths may name resources that do not exist: so many combinations of verb and resource are remembered of a user. */
const MAX_ENTRIES = 1024

/**
 * A policy, arranged for its question. Of its rules, those that concern a user, a verb and a resource are found once, up to the
 * first that is sure to match; for a request only they are asked, about the namespace, the name and the path. Mostly it is one.
 */
export class CompiledPolicy {
  readonly #rules: readonly CompiledRule[]
  readonly #otherwise: Recording
  /** A token leads to the same user every time. */
  readonly #byUser = new WeakMap<User, ConcernedRules>()

  constructor(policy: Policy) {
    this.#rules = (policy.rules ?? []).map((rule) => ({
      ...ruleMatch(rule),
      recording: recordingOf(rule, policy),
    }))
    this.#otherwise = recordingOf({ level: 'None' }, policy)
  }

  /** How a request is recorded: as the first rule says that matches. */
  decide(attributes: RequestAttributes): Recording {
    const rules = this.#concerned(attributes)
    for (let index = 0; index < rules.length; index++) {
      const rule = rules[index] as CompiledRule
      if (rule.accepts(attributes)) return rule.recording
    }
    return this.#otherwise
  }

  /** Whether a request that differs only in the name of its object might be recorded in another way. */
  asksForNames(attributes: RequestAttributes): boolean {
    return this.#concerned(attributes).some(({ asksForNames }) => asksForNames)
  }

  #concerned({ user, verb, resource }: RequestAttributes): readonly CompiledRule[] {
    let concerned = this.#byUser.get(user)
    if (concerned === undefined) {
      concerned = new ConcernedRules(this.#rules, user)
      this.#byUser.set(user, concerned)
    }
    return resource === undefined ? concerned.ofPaths(verb) : concerned.ofResource(verb, resource)
  }
}

/** The rules that concern one user. */
class ConcernedRules {
  readonly #rules: readonly CompiledRule[]
  readonly #user: User
  /** By verb, group, plural and subresource. */
  readonly #ofResources = new Map<
    string,
    Map<string, Map<string, Map<string | undefined, readonly CompiledRule[]>>>
  >()
  readonly #ofPaths = new Map<string, readonly CompiledRule[]>()
  #remembered = 0

  constructor(rules: readonly CompiledRule[], user: User) {
    this.#rules = rules
    this.#user = user
  }

  ofPaths(verb: string): readonly CompiledRule[] {
    return this.#ofPaths.get(verb) ?? this.#remember(this.#ofPaths, verb, this.#find(verb, undefined))
  }

  ofResource(verb: string, resource: ResourceKind): readonly CompiledRule[] {
    const { group, plural, subresource } = resource
    const known = this.#ofResources.get(verb)?.get(group)?.get(plural)?.get(subresource)
    if (known !== undefined) return known
    const rules = this.#find(verb, resource)
    const bySubresource = inner(inner(inner(this.#ofResources, verb), group), plural)
    return this.#remember(bySubresource, subresource, rules)
  }

  #find(verb: string, resource: ResourceKind | undefined): readonly CompiledRule[] {
    const found = this.#rules.filter((rule) => rule.concerns(this.#user, verb, resource))
    const last = found.findIndex((rule) => rule.isUnconditional)
    return last < 0 ? found : found.slice(0, last + 1)
  }

  #remember<K>(
    map: Map<K, readonly CompiledRule[]>,
    key: K,
    rules: readonly CompiledRule[],
  ): readonly CompiledRule[] {
    if (++this.#remembered > MAX_ENTRIES) {
      this.#ofResources.clear()
      this.#ofPaths.clear()
      this.#remembered = 0
    } else map.set(key, rules)
    return rules
  }
}

function inner<K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let found = map.get(key)
  if (found === undefined) {
    found = new Map()
    map.set(key, found)
  }
  return found
}

type RuleRecording = Pick<PolicyRule, 'level' | 'omitStages' | 'omitManagedFields'>

function recordingOf(rule: RuleRecording, { omitStages, omitManagedFields }: Policy): Recording {
  const omitted = new Set([...(omitStages ?? []), ...(rule.omitStages ?? [])])
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, !omitted.has(stage)]))
  return {
    level: LEVELS.find((level) => level === rule.level) as Level,
    stages: stages as Record<Stage, boolean>,
    omitManagedFields: rule.omitManagedFields ?? omitManagedFields ?? false,
  }
}
