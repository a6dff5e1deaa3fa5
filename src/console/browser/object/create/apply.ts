import { type Failure, failureIn } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { objectPath, parseApiVersion, type Resource } from '#console/model/api/resource.js'
import type { Manifest } from '#console/model/object/manifests.js'
import { patch, type RequestOptions } from '../../api/fetch.js'
import { findKind, loadKinds } from '../../api/kinds.js'
import { namespace } from '../../state/router.js'

/** What has become of a document. */
export interface Applied {
  readonly manifest: Manifest
  readonly resource?: Resource
  readonly namespace?: string | undefined
  readonly isNew?: boolean
  readonly failure?: Failure
}

const RETRY_MS = 300
const MAX_TRIES = 5

const failed = (message: string): Failure => ({ code: 400, reason: 'BadRequest', message, causes: [] })

/** A kind that was created just now is not known at once. */
async function resourceOf({ apiVersion, kind }: Manifest, tries: number): Promise<Resource | undefined> {
  const found = findKind(apiVersion, kind)
  if (found !== undefined) return { ...found, version: parseApiVersion(apiVersion).version }
  if (tries === 0) return undefined
  await new Promise((done) => setTimeout(done, RETRY_MS))
  await loadKinds()
  return resourceOf({ apiVersion, kind } as Manifest, tries - 1)
}

const namespaceOf = (manifest: Manifest, { namespaced }: Resource) =>
  namespaced ? (manifest.namespace ?? namespace.value ?? 'default') : undefined

const send = (manifest: Manifest, resource: Resource, options: RequestOptions): Promise<ApiObject> =>
  patch(
    objectPath(resource, namespaceOf(manifest, resource), manifest.name),
    'apply',
    JSON.stringify(manifest.value),
    options,
  )

/** Applies a document on the server. With `isForced` it takes fields from other managers. */
export async function apply(manifest: Manifest, isForced: boolean): Promise<Applied> {
  if (manifest.problem !== undefined) return { manifest, failure: failed(manifest.problem) }
  const resource = await resourceOf(manifest, MAX_TRIES)
  const { apiVersion, kind } = manifest
  if (resource === undefined) {
    return { manifest, failure: failed(`the server has no ${kind} in ${apiVersion}`) }
  }
  const target = { manifest, resource, namespace: namespaceOf(manifest, resource) }
  try {
    let isNew = false
    const query = { fieldValidation: 'Strict', ...(isForced && { force: 'true' }) }
    const received = (status: number) => {
      isNew = status === 201
    }
    await send(manifest, resource, { query, received })
    return { ...target, isNew }
  } catch (error) {
    return { ...target, failure: failureIn(error) }
  }
}

/** Why the server would refuse a document; undefined if it would not, or cannot tell before others are applied. */
export async function checkManifest(manifest: Manifest): Promise<Failure | undefined> {
  const resource = await resourceOf(manifest, 0)
  if (resource === undefined) return undefined
  try {
    await send(manifest, resource, { query: { fieldValidation: 'Strict', dryRun: 'All' } })
    return undefined
  } catch (error) {
    const failure = failureIn(error)
    return failure.code === 400 || failure.code === 422 ? failure : undefined
  }
}
