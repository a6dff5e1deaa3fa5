import type { MemberClient } from '#federation/members/member-client.js'
import { parseReceived } from '#federation/members/received-json.js'

/** Where the nodes of a member are. */
export interface Location {
  readonly zones: readonly string[]
  readonly region: string
}

/** What a member reports about itself. A property is undefined if its request failed. */
export interface MemberFacts {
  readonly version: string | undefined
  readonly location: Location | undefined
}

export const UNKNOWN_LOCATION: Location = { zones: [], region: '' }

const ZONE = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone']
const REGION = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region']

const PAGE = 500
/** Current clusters have at most ten times as many nodes as a page. */
const MAX_PAGES = 20
/** Only labels are needed. Members that cannot send metadata alone send whole nodes. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json'
/** Per cluster: these go into its status. */
const MAX_ZONES = 100
const MAX_LABEL_LENGTH = 63
const VERSION_BYTES = 64 * 1024
const MAX_VERSION_LENGTH = 128

interface FactsRequestOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Requests the version of a member, and zones and region of its nodes. Never rejects. */
export async function memberFacts(client: MemberClient, options: FactsRequestOptions): Promise<MemberFacts> {
  const [version, location] = await Promise.all([
    versionOf(client, options).catch(() => undefined),
    locationOf(client, options).catch(() => undefined),
  ])
  return { version, location }
}

async function versionOf(
  client: MemberClient,
  { timeoutMs, signal }: FactsRequestOptions,
): Promise<string | undefined> {
  const { status, body } = await client.send(
    { method: 'GET', path: '/version', timeoutMs, maxBytes: VERSION_BYTES },
    signal,
  )
  const version = status === 200 ? textAt(body, 'gitVersion') : undefined
  return version !== undefined && version.length <= MAX_VERSION_LENGTH ? version : undefined
}

/**
 * As recorded from the original: no location if a node has no zone or the first has no region. Undefined if
 * nodes cannot be listed.
 */
async function locationOf(
  client: MemberClient,
  { timeoutMs, signal }: FactsRequestOptions,
): Promise<Location | undefined> {
  const zones = new Set<string>()
  let region: string | undefined
  let isSomewhere = true
  let next = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(next && { continue: next }) })
    const path = `/api/v1/nodes?${query}`
    const request = { path, timeoutMs, accept: METADATA_ONLY, signal }
    const { metadata, refusal } = await client.list(request, (text) => {
      const labels = memberOf(memberOf(parseReceived(text), 'metadata'), 'labels')
      const zone = firstOf(labels, ZONE)
      region ??= firstOf(labels, REGION)
      if (zone === undefined || region === undefined || zones.size >= MAX_ZONES) isSomewhere = false
      else zones.add(zone)
    })
    if (refusal !== undefined) return undefined
    if (!isSomewhere) return UNKNOWN_LOCATION
    if (typeof metadata.continue !== 'string' || metadata.continue === '') break
    next = metadata.continue
  }
  return { zones: [...zones].sort(), region: region ?? '' }
}

function firstOf(labels: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = textAt(labels, name)
    if (value !== undefined && value.length <= MAX_LABEL_LENGTH) return value
  }
  return undefined
}

const memberOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined

function textAt(value: unknown, member: string): string | undefined {
  const text = memberOf(value, member)
  return typeof text === 'string' && text !== '' ? text : undefined
}
