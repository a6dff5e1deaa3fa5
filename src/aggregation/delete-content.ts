import type { RemainingContent } from '#controllers/namespaces/remaining-content.js'
import type { APIResourceDiscovery } from '#discovery/aggregated-types.js'
import { apiVersionOf } from '#meta/resource.js'
import { NoDocument, readDocument } from './read-document.js'
import type { RemoteConnections } from './remote-connections.js'
import type { RemoteDocuments } from './remote-documents.js'
import { pathOf, type RemoteService } from './remote-service.js'

/** A deletion of many objects takes a while. */
const TIMEOUT_MS = 30_000
/** The other server has no such method, or no such resource any more. */
const UNSUPPORTED: ReadonlySet<number | undefined> = new Set([404, 405])

interface RemoteServer {
  readonly connections: RemoteConnections
  readonly documents: RemoteDocuments
}

/** Deletes the objects of a namespace in another server, and adds what remains and what has failed. */
export async function deleteContent(
  service: RemoteService,
  { connections, documents }: RemoteServer,
  namespace: string,
  remaining: RemainingContent,
  mayDelete: () => boolean,
): Promise<void> {
  const { resources, freshness } = await documents.discovery(service.unavailable === undefined)
  if (freshness !== 'Current') {
    remaining.addUndiscovered(apiVersionOf(service), service.unavailable ?? 'stale GroupVersion discovery')
    return
  }
  const send = (method: string, path: string) => {
    if (method === 'DELETE' && !mayDelete()) throw new Error('the namespace is no longer deleted here')
    return connections.use((upstream) => readDocument(upstream, path, method, TIMEOUT_MS))
  }
  for (const resource of resources ?? []) {
    if (resource.scope !== 'Namespaced' || !resource.verbs?.includes('list')) continue
    const title = `${resource.resource}.${service.group}`
    try {
      const left = await deleteAll(
        `${pathOf(service)}/namespaces/${namespace}/${resource.resource}`,
        resource,
        send,
      )
      if (left > 0) remaining.addRemote(title, left)
    } catch (error) {
      if (error instanceof NoDocument && UNSUPPORTED.has(error.code)) continue
      remaining.addFailure(title, (error as Error).message)
    }
  }
}

/** Returns how many objects remain. */
async function deleteAll(
  path: string,
  { verbs }: APIResourceDiscovery,
  send: (method: string, path: string) => Promise<Buffer>,
): Promise<number> {
  if (verbs?.includes('deletecollection')) await send('DELETE', path)
  else if (verbs?.includes('delete')) {
    for (const name of namesIn(await send('GET', path))) {
      await send('DELETE', `${path}/${encodeURIComponent(name)}`)
    }
  } else return 0
  return namesIn(await send('GET', path)).length
}

/** Throws for a document that is no list. */
function namesIn(bytes: Buffer): readonly string[] {
  const list: unknown = JSON.parse(bytes.toString())
  const items = (list as { readonly items?: unknown } | null)?.items ?? []
  if (!Array.isArray(items)) throw new Error('the response is no list')
  return items.map((item) => {
    const name: unknown = item?.metadata?.name
    if (typeof name !== 'string' || name === '') throw new Error('the list has an object without a name')
    return name
  })
}
