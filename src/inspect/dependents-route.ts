import type { ObjectLocation } from '#controllers/graph-node.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import type { Router } from '#http/router.js'
import { methodNotAllowed, unknownPath } from '#meta/api-error.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ResourceCount } from '#protocol/counts.js'
import { type Dependent, type DependentList, MAX_DEPENDENTS } from '#protocol/dependents.js'
import { objectKey } from '#registry/keys.js'
import type { ResourceStore } from '#registry/store.js'
import { TimeSlices } from '#util/event-loop.js'
import { type Inspected, type PreferredStores, ReadRights } from './inspected.js'

/** Serves what is deleted with an object. */
export class DependentsRoute {
  readonly #inspected: Inspected
  readonly #preferred: PreferredStores
  readonly #router: Router

  constructor(inspected: Inspected, preferred: PreferredStores, router: Router) {
    this.#inspected = inspected
    this.#preferred = preferred
    this.#router = router
  }

  /** The request is authorized as a read of the object. */
  async respond(context: RequestContext): Promise<void> {
    const target = this.#router.resolve(context.mountedPath ?? '')
    if (context.verb !== 'get') throw methodNotAllowed()
    if (target?.name === undefined || target.subresource !== undefined || target.watch) throw unknownPath()
    const { store, namespace, name } = target
    await store.reader.current()
    const { uid = '' } = store.reader.get(namespace, name).metadata()
    const dependents = await this.#dependentsOf(
      context,
      keyOf({ store, namespace: namespace ?? '', name }),
      uid,
    )
    const list: DependentList = {
      kind: 'DependentList',
      apiVersion: 'binnacle.dev/v1',
      ...dependents,
      contents: await this.#contentsOf(context, store, name),
    }
    return sendValue(context, 200, list)
  }

  /** Breadth first, so that all owners of an object that are deleted with the first one are known. */
  async #dependentsOf(
    context: RequestContext,
    key: string,
    uid: string,
  ): Promise<Pick<DependentList, 'items' | 'hidden'>> {
    const { collector, authorize } = this.#inspected
    const rights = new ReadRights(authorize, context.user, 'get')
    const slices = new TimeSlices()
    const found = new Map<string, Found>()
    const uids = new Map([[key, uid]])
    const waiting = [key]
    let beyond = 0
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      for (const place of collector.dependentsOf(next)) {
        const dependentKey = keyOf(place)
        if (dependentKey === key) continue
        const known = found.get(dependentKey)
        if (known !== undefined) known.owners.add(next)
        else if (found.size === MAX_DEPENDENTS) beyond++
        else {
          const metadata = this.#inspected.feed.find(dependentKey)?.metadata()
          if (metadata === undefined) continue
          const references = metadata.ownerReferences?.length ?? 0
          found.set(dependentKey, { place, owners: new Set([next]), references })
          uids.set(dependentKey, metadata.uid ?? '')
          waiting.push(dependentKey)
        }
        await slices.next()
      }
    }
    const collected = collectedOf(key, found)
    const items: Dependent[] = []
    for (const [dependentKey, { place, owners }] of found) {
      if (!context.isOpen) break
      const item = await this.#dependent(place, rights)
      if (item === undefined) continue
      items.push({
        ...item,
        uid: uids.get(dependentKey) ?? '',
        owners: [...owners].map((owner) => uids.get(owner) ?? ''),
        collected: collected.has(dependentKey),
      })
    }
    return { items, hidden: found.size - items.length + beyond }
  }

  /** Undefined if the user may not get it. */
  async #dependent(
    { store, namespace, name }: ObjectLocation,
    rights: ReadRights,
  ): Promise<Omit<Dependent, 'uid' | 'owners' | 'collected'> | undefined> {
    const preferred = this.#preferred.of(store.definition.stored) ?? store
    const { definition } = preferred
    if (!(await rights.has(definition, namespace))) return undefined
    return {
      apiVersion: apiVersionOf(definition),
      kind: definition.kind,
      resource: definition.plural,
      namespace: namespace === '' ? undefined : namespace,
      name,
    }
  }

  async #contentsOf(
    context: RequestContext,
    { definition }: ResourceStore,
    name: string,
  ): Promise<ResourceCount[]> {
    const { kinds, feed, authorize } = this.#inspected
    const { group, plural } = definition
    const isNamespace = group === '' && plural === 'namespaces'
    const isDefinition = group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions'
    if (!isNamespace && !isDefinition) return []
    const rights = new ReadRights(authorize, context.user, 'list')
    const counts: ResourceCount[] = []
    for (const kind of kinds.kinds) {
      if (!context.isOpen) break
      const version = this.#preferred.of(kind)?.definition
      if (version === undefined || kind.review) continue
      if (isDefinition ? `${version.plural}.${version.group}` !== name : !kind.namespaced) continue
      if (!(await rights.has(version, isNamespace ? name : ''))) continue
      const count = isNamespace ? feed.countOf(kind, name) : feed.countOf(kind)
      if (count === 0) continue
      counts.push({ apiVersion: apiVersionOf(version), kind: version.kind, resource: version.plural, count })
    }
    return counts
  }
}

interface Found {
  readonly place: ObjectLocation
  /** The keys of its owners that are deleted with the first one. */
  readonly owners: Set<string>
  /** How many owners it has. */
  readonly references: number
}

/** The dependents all of whose owners are deleted. An owner that stays keeps its dependents. */
function collectedOf(key: string, found: ReadonlyMap<string, Found>): ReadonlySet<string> {
  const collected = new Set([key])
  for (let size = 0; size < collected.size; ) {
    size = collected.size
    for (const [dependent, { owners, references }] of found) {
      const gone = [...owners].filter((owner) => collected.has(owner)).length
      if (gone >= references) collected.add(dependent)
    }
  }
  return collected
}

function keyOf({ store: { definition }, namespace, name }: ObjectLocation): string {
  return objectKey(definition.stored, definition.namespaced ? namespace : undefined, name)
}
