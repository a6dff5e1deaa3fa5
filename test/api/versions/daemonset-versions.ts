import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Client, Json } from '#test/support/client.js'
import { DAEMONSETS, daemonSet } from '#test/support/objects.js'

/** A version in which daemon sets can be read and written. */
export interface DaemonSetVersion {
  readonly group: string
  readonly apiVersion: string
  /** Of the collection in the namespace `test`. */
  readonly path: string
  /** The smallest valid object. */
  make(name: string, spec?: Json): Json
}

export const extensionsDaemonset: DaemonSetVersion = {
  group: 'extensions',
  apiVersion: 'extensions/v1beta1',
  path: DAEMONSETS,
  make: daemonSet,
}

export const appsDaemonset: DaemonSetVersion = {
  group: 'apps',
  apiVersion: 'apps/v1',
  path: '/apis/apps/v1/namespaces/test/daemonsets',
  make: (name, spec = {}) => ({
    ...daemonSet(name, { selector: { matchLabels: { app: 'web' } }, ...spec }),
    apiVersion: 'apps/v1',
  }),
}

export const DAEMONSET_VERSIONS = [extensionsDaemonset, appsDaemonset]

export function otherVersion(version: DaemonSetVersion): DaemonSetVersion {
  return version === appsDaemonset ? extensionsDaemonset : appsDaemonset
}

/** Compares the fields that all versions of an object share. */
export function assertSame(left: Json, right: Json): void {
  for (const field of ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'name', 'namespace']) {
    assert.equal(left.metadata[field], right.metadata[field], field)
  }
  assert.deepEqual(left.status, right.status)
}

export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const
export type PatchType = keyof typeof PATCH_TYPES

export async function patch(client: Client, path: string, type: PatchType, change: Json): Promise<Json> {
  const headers = { 'content-type': PATCH_TYPES[type] }
  const { status, body, text } = await client.send('PATCH', path, change, headers)
  assert.equal(status, 200, text)
  return body
}

/** Maximum milliseconds to poll for a change. */
const PATIENCE = 30_000

export async function until(
  client: Client,
  path: string,
  wanted: (response: ApiResponse) => boolean,
): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const response = await client.get(path)
    if (wanted(response)) return
    if (Date.now() > deadline) assert.fail(`${path} is still ${response.status} ${response.text}`)
    await sleep(5)
  }
}

export const isMissing = ({ status }: ApiResponse) => status === 404
