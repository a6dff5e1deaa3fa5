import type { MemberClient } from '#federation/members/member-client.js'
import { type RecordedResource, RecordingError } from './format.js'

export interface ListableResource extends RecordedResource {
  readonly kind: string
  readonly isNamespaced: boolean
  readonly shortNames: readonly string[]
}

interface ApiResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs?: readonly string[]
  readonly shortNames?: readonly string[]
}

interface ApiGroup {
  readonly name: string
  readonly versions: readonly { readonly version: string }[]
  readonly preferredVersion?: { readonly version: string }
}

const MAX_BYTES = 16 * 1024 * 1024

/** All resources that can be listed, each in the preferred version of its group or in the next one that has it. */
export async function findResources(client: MemberClient): Promise<ListableResource[]> {
  const core = (await read(client, '/api')) as { readonly versions?: readonly string[] }
  const { groups = [] } = (await read(client, '/apis')) as { readonly groups?: readonly ApiGroup[] }
  const found: ListableResource[] = []
  for (const version of core.versions ?? []) found.push(...(await resourcesIn(client, '', version)))
  // Its kinds moved to other groups. A server with both serves the same objects.
  const ordered = [...groups].sort(
    (a, b) => Number(a.name === 'extensions') - Number(b.name === 'extensions'),
  )
  for (const { name, versions, preferredVersion } of ordered) {
    const preferred = preferredVersion?.version
    const names = versions.map(({ version }) => version)
    const preferredFirst = [...names].sort((a, b) => Number(b === preferred) - Number(a === preferred))
    const seen = new Set<string>()
    for (const version of preferredFirst) {
      for (const resource of await resourcesIn(client, name, version)) {
        if (!seen.has(resource.resource)) found.push(resource)
        seen.add(resource.resource)
      }
    }
  }
  return found
}

async function resourcesIn(
  client: MemberClient,
  group: string,
  version: string,
): Promise<ListableResource[]> {
  const body = await read(client, pathOf({ group, version }), true)
  const { resources = [] } = (body ?? {}) as { readonly resources?: readonly ApiResource[] }
  // What cannot be watched is computed when it is read, such as component statuses and metrics.
  return resources
    .filter(
      ({ name, verbs = [] }) =>
        !name.includes('/') && ['list', 'watch'].every((verb) => verbs.includes(verb)),
    )
    .map(({ name, kind, namespaced, shortNames = [] }) => ({
      ...{ group, version, resource: name, kind, shortNames },
      isNamespaced: namespaced,
    }))
}

/** The path of a group and version. */
export const pathOf = ({ group, version }: { readonly group: string; readonly version: string }) =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

/** An aggregated API may be down: it is left out. */
async function read(client: MemberClient, path: string, isOptional = false): Promise<unknown> {
  const { status, body } = await client.send({ method: 'GET', path, maxBytes: MAX_BYTES })
  if (status === 200) return body
  if (isOptional) return undefined
  throw new RecordingError(`GET ${path} responded with ${status}`)
}
