import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import { apiVersionOf } from '#meta/resource.js'
import type { CountList, ResourceCount } from '#protocol/counts.js'
import { type Inspected, type PreferredStores, ReadRights } from './inspected.js'

/** Serves how many objects of each kind there are. */
export class CountsRoute {
  readonly #inspected: Inspected
  readonly #preferred: PreferredStores

  constructor(inspected: Inspected, preferred: PreferredStores) {
    this.#inspected = inspected
    this.#preferred = preferred
  }

  async respond(context: RequestContext): Promise<void> {
    const { kinds, feed, authorize } = this.#inspected
    const namespace = context.query.get('namespace') || undefined
    const rights = new ReadRights(authorize, context.user, 'list')
    const items: ResourceCount[] = []
    for (const kind of kinds.kinds) {
      if (!context.isOpen) return
      const version = this.#preferred.of(kind)?.definition
      // Objects that are computed when they are read cannot be watched, nor counted.
      if (version === undefined || !version.verbs.includes('watch')) continue
      const isWithin = kind.namespaced && namespace !== undefined
      if (!(await rights.has(version, isWithin ? namespace : ''))) continue
      const count = feed.countOf(kind, isWithin ? namespace : undefined)
      items.push({ apiVersion: apiVersionOf(version), kind: version.kind, resource: version.plural, count })
    }
    return sendValue(context, 200, {
      kind: 'CountList',
      apiVersion: 'binnacle.dev/v1',
      items,
    } satisfies CountList)
  }
}
