import { computed, effect, signal } from '@preact/signals'
import {
  DISCOVERY_ACCEPT,
  type DiscoveryList,
  groupResources,
  readDiscovery,
} from '#console/model/api/discovery.js'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { parseApiVersion, type Resource, type ResourceRef, resourceId } from '#console/model/api/resource.js'
import { COUNTS_PATH, type CountList } from '#protocol/counts.js'
import { namespace } from '../state/router.js'
import { fetchJson } from './fetch.js'
import { currentUser } from './session.js'

/** Every kind that can be listed; undefined until the server has told. */
export const resources = signal<readonly Resource[] | undefined>(undefined)
export const kindsFailure = signal<Failure | undefined>(undefined)
export const resourceGroups = computed(() => groupResources(resources.value ?? []))

/** The number of objects by resource id, in the chosen namespace. */
export const counts = signal<ReadonlyMap<string, number>>(new Map())

const COUNT_EVERY_MS = 5000

export const findResource = ({
  group,
  plural,
}: Pick<ResourceRef, 'group' | 'plural'>): Resource | undefined =>
  resources.value?.find((each) => each.group === group && each.plural === plural)

/** The resource of objects with this `apiVersion` and `kind`. */
export const findKind = (apiVersion: string, kind: string): Resource | undefined => {
  const { group } = parseApiVersion(apiVersion)
  return resources.value?.find((each) => each.group === group && each.kind === kind)
}

export async function loadKinds(): Promise<void> {
  try {
    const lists = ['/api', '/apis'].map((path) =>
      fetchJson<DiscoveryList>(path, { accept: DISCOVERY_ACCEPT }),
    )
    resources.value = readDiscovery(...(await Promise.all(lists)))
    kindsFailure.value = undefined
  } catch (error) {
    kindsFailure.value = failureIn(error)
  }
}

export async function loadCounts(): Promise<void> {
  try {
    const { items } = await fetchJson<CountList>(COUNTS_PATH, { query: { namespace: namespace.value } })
    const found = items.map(({ apiVersion, resource, count }) => {
      const { group } = parseApiVersion(apiVersion)
      return [resourceId({ group, plural: resource }), count] as const
    })
    const before = counts.value
    counts.value = new Map(found)
    const known = new Set(resources.value?.map(resourceId))
    const hasCome = found.some(([id]) => !known.has(id))
    const hasGone = [...before.keys()].some((id) => known.has(id) && !counts.value.has(id))
    // A custom resource, as a rule.
    if (hasCome || hasGone) void loadKinds()
  } catch {
    // The sidebar works without numbers.
  }
}

/** Reads kinds for each user, and counts as long as the page is visible. */
export function followKinds(): void {
  effect(() => {
    if (currentUser.value !== undefined) void loadKinds()
  })
  effect(() => {
    namespace.value
    if (resources.value !== undefined && currentUser.value !== undefined) void loadCounts()
  })
  setInterval(() => {
    if (document.visibilityState === 'visible' && resources.value !== undefined) void loadCounts()
  }, COUNT_EVERY_MS)
}
