import type { PolicyRule } from '#kinds/rbac/policy-rule.js'

/** Maximum characters of reported rules. */
export const MAX_REPORTED = 64 * 1024

/** Every combination of the lists; an undefined name matches all names. */
export interface ResourceRules {
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly names: readonly (string | undefined)[]
  readonly verbs: readonly string[]
}

/** Missing permissions, reported as rules on one resource or one path each. */
export class MissingRules {
  readonly #rules = new Map<string, PolicyRule>()
  #length = 0

  get rules(): readonly PolicyRule[] {
    return [...this.#rules.values()]
  }

  /** Whether the report is full. */
  get isFull(): boolean {
    return this.#length > MAX_REPORTED
  }

  /** The verbs on one resource and name form one rule. */
  addResources({ groups, resources, names, verbs }: ResourceRules): void {
    for (const group of groups) {
      for (const resource of resources) {
        for (const name of names) {
          if (this.isFull) return
          const key = JSON.stringify({ group, resource, name })
          const known = this.#rules.get(key)?.verbs
          if (known) for (const verb of verbs) known.push(verb)
          else {
            this.#rules.set(key, {
              apiGroups: [group],
              resources: [resource],
              resourceNames: name === undefined ? undefined : [name],
              verbs: [...verbs],
            })
          }
          this.#count([group, resource, name ?? ''])
          this.#count(verbs)
        }
      }
    }
  }

  addPaths(paths: readonly string[], verbs: readonly string[]): void {
    for (const path of paths) {
      for (const verb of verbs) {
        if (this.isFull) return
        this.#count([path, verb])
        this.#rules.set(JSON.stringify({ path, verb }), { nonResourceURLs: [path], verbs: [verb] })
      }
    }
  }

  #count(texts: readonly string[]): void {
    for (const text of texts) this.#length += text.length + 3
  }
}

/** `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`, as in error messages. */
export function describeRule(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const
  const fields = parts.flatMap(([name, texts]) => (texts?.length ? [`${name}:${formatStrings(texts)}`] : []))
  return `{${fields.join(', ')}}`
}

export const formatStrings = (texts: readonly string[]) =>
  `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`
