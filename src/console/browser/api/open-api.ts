import { parseApiVersion } from '#console/model/api/resource.js'
import { type OpenApi, type Schema, schemaOfKind } from '#console/model/object/schema.js'
import { token } from './credentials.js'
import { fetchJson } from './fetch.js'

export interface KindSchema {
  readonly api: OpenApi
  readonly schema: Schema
}

const KEPT_MS = 60_000
const loaded = new Map<string, { readonly at: number; readonly api: Promise<OpenApi> }>()
token.subscribe(() => loaded.clear())

/** The schema of a kind; undefined if the server has none. A custom resource may change, so none is kept for long. */
export async function loadKindSchema(apiVersion: string, kind: string): Promise<KindSchema | undefined> {
  const { group, version } = parseApiVersion(apiVersion)
  const path = `/openapi/v3/${group === '' ? `api/${version}` : `apis/${group}/${version}`}`
  const known = loaded.get(path)
  const isFresh = known !== undefined && performance.now() - known.at < KEPT_MS
  const asked = isFresh ? known : { at: performance.now(), api: fetchJson<OpenApi>(path) }
  loaded.set(path, asked)
  try {
    const api = await asked.api
    const schema = schemaOfKind(api, { group, version, kind })
    return schema && { api, schema }
  } catch {
    loaded.delete(path)
    return undefined
  }
}
