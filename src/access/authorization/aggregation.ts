import { isDeepStrictEqual } from 'node:util'
import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { type AggregationRule, type ClusterRole, clusterRole } from '#kinds/rbac/clusterrole/index.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { ApiError } from '#meta/api-error.js'
import { selectorMatches } from '#meta/label-selector.js'
import type { ResourceStore } from '#registry/store.js'
import { yieldToEventLoop } from '#util/event-loop.js'

/** The only work item: all aggregated roles. */
const ALL = {}

/** Sets the rules of aggregated cluster roles, and updates them when a selected role changes. */
export class RoleAggregation extends QueueController<typeof ALL> {
  readonly name = 'role-aggregation'
  readonly #parsed = new WeakMap<CachedObject, ClusterRole>()

  constructor(parts: ControllerContext) {
    super(parts, 1)
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.context.feed.follow(
        () => this.add(ALL),
        (kind) => kind === clusterRole,
      ),
    ]
  }

  protected lead(): Iterable<typeof ALL> {
    return [ALL]
  }

  protected onFailure(_: typeof ALL, error: unknown, failures: number): void {
    this.context.logger.debug({ failures, error: String(error) }, 'roles are not made of others yet')
  }

  protected async work(): Promise<void> {
    const roles = this.context.feed.objectsOf(clusterRole).map((object) => this.#parse(object))
    for (const { metadata, aggregationRule, rules } of roles) {
      if (!this.isLeading) return
      if (!aggregationRule || metadata.deletionTimestamp) continue
      await yieldToEventLoop()
      const gathered = gather(metadata.name ?? '', aggregationRule, roles)
      if (!isDeepStrictEqual(gathered, rules ?? [])) await this.#write(metadata.name ?? '', gathered)
    }
  }

  async #write(name: string, rules: PolicyRule[]): Promise<void> {
    const store = this.context.stores.ofKind(clusterRole) as ResourceStore<ClusterRole> | undefined
    try {
      await store?.writer.modify(undefined, name, {
        retry: true,
        next: (current) => Object.assign(current.copy(), { rules: rules.length === 0 ? null : rules }),
      })
    } catch (error) {
      // The role was deleted.
      if (!(error instanceof ApiError) || error.error !== 'notFound') throw error
    }
  }

  #parse(object: CachedObject): ClusterRole {
    let parsed = this.#parsed.get(object)
    if (parsed === undefined) {
      parsed = JSON.parse(object.json.toString()) as ClusterRole
      this.#parsed.set(object, parsed)
    }
    return parsed
  }
}

/** The rules of all selected roles, without duplicates, ordered by role name. */
function gather(name: string, { clusterRoleSelectors = [] }: AggregationRule, roles: readonly ClusterRole[]) {
  const gathered = new Map<string, PolicyRule>()
  const left = new Set(roles.filter(({ metadata }) => metadata.name !== name))
  for (const selector of clusterRoleSelectors) {
    for (const role of left) {
      if (!selectorMatches(selector, role.metadata.labels)) continue
      // A role that several selectors match counts once.
      left.delete(role)
      for (const rule of role.rules ?? []) gathered.set(JSON.stringify(rule), rule)
    }
  }
  return [...gathered.values()]
}
