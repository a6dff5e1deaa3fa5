import type { Revision } from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import type { Keyspace } from './keyspace.js'
import { COMPARE_CREATE_REVISION } from './messages/kv.js'

/** The value of the key that says where the history of a store begins. */
interface Beginning {
  /** The revision of the store before its first write. */
  readonly revision: number
  /** How far the revisions of the store are ahead of those of etcd. */
  readonly shift: number
}

/**
 * Makes the client convert revisions if the store was restored: revisions of a new etcd cluster start at 1, and clients of
 * the lost one know later ones. A new store begins at `startAt`, if that is given.
 */
export async function findBeginning(
  client: EtcdClient,
  keyspace: Keyspace,
  startAt?: Revision,
): Promise<void> {
  const { beginning: key, head } = keyspace
  const ranges = [{ range: { key } }, { range: { key: head, keysOnly: true } }]
  const { header, responses } = await client.read({ success: ranges })
  const [stored, isThere] = responses.map(({ range }) => range?.kvs[0])
  if (stored !== undefined) {
    adopt(client, JSON.parse(stored.value.toString()) as Beginning)
    return
  }
  if (startAt === undefined || isThere !== undefined) return
  const current = header?.revision ?? 0
  const shift = Math.max(0, startAt - current)
  const beginning = { revision: current + shift, shift }
  await client.write({
    compare: [key, head].map((name) => ({ target: COMPARE_CREATE_REVISION, key: name })),
    success: [{ put: { key, value: Buffer.from(JSON.stringify(beginning)) } }],
  })
  // Another process may have been faster.
  await findBeginning(client, keyspace)
}

function adopt(client: EtcdClient, { revision, shift }: Beginning): void {
  client.beginning = revision as Revision
  client.revisionShift = shift
}
