import { INITIAL_REVISION, type Revision } from '#storage/contract.js'
import { CALL_TIMEOUT_MS, type EtcdClient } from './client.js'
import { GRPC, GrpcError } from './grpc/grpc-error.js'
import type { Keyspace } from './keyspace.js'
import { openWatch } from './watch.js'

/**
 * The oldest revision that etcd still serves. No call returns it, but a watch from an older revision is cancelled
 * with it. Call only when something is known to be compacted.
 */
export async function compactedRevision(client: EtcdClient, keyspace: Keyspace): Promise<Revision> {
  let found: number | undefined
  const watch = await openWatch(
    client,
    { key: keyspace.deletions(''), startRevision: INITIAL_REVISION },
    ({ compactRevision }) => {
      if (compactRevision > 0) found = compactRevision
    },
  )
  const timer = setTimeout(() => watch.close(), CALL_TIMEOUT_MS)
  await watch.ended
  clearTimeout(timer)
  if (found === undefined) throw new GrpcError(GRPC.unavailable, 'it does not tell what has been compacted')
  return found as Revision
}
