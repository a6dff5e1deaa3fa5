import { StorageUnusable } from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import type { Keyspace } from './keyspace.js'
import { LeaseElection } from './lease-election.js'
import { COMPARE_CREATE_REVISION } from './messages/kv.js'

/** The format of a store without a record of it. */
const FIRST_FORMAT = 1
/** A leader that has stopped without notice is replaced in five seconds. */
const ELECTION_MS = 15_000

/** A step from one format of the layout to the next. It may be run again after it was interrupted. */
export interface EtcdMigration {
  readonly from: number
  readonly to: number
  /** What the newer format adds, for people. */
  readonly adds: string
  run(client: EtcdClient, keyspace: Keyspace): Promise<void>
}

/** In order, without gaps. The layout has not changed yet. */
const MIGRATIONS: readonly EtcdMigration[] = []

export interface EtcdFormatOptions {
  /** The version of the program, for the messages of older ones. */
  readonly version?: string | undefined
  /** Whether to upgrade a store of an older format. There is no backup, so a person has to decide. */
  readonly upgrade?: boolean | undefined
  /** For tests. */
  readonly migrations?: readonly EtcdMigration[] | undefined
}

interface FormatRecord {
  readonly format: number
  readonly version?: string | undefined
}

/**
 * Checks that the store has a format that this version knows, and upgrades it if that is wanted. Rejects with
 * `StorageUnusable`. Older releases read the record too, so the newest format is recorded last.
 */
export async function settleFormat(
  client: EtcdClient,
  keyspace: Keyspace,
  { version, upgrade = false, migrations = MIGRATIONS }: EtcdFormatOptions,
): Promise<void> {
  const newest = migrations.at(-1)?.to ?? FIRST_FORMAT
  const { record, isNew } = await read(client, keyspace)
  const { format } = record
  if (format > newest) throw newerFormatError(keyspace, record, newest)
  if (format === newest) return
  if (isNew) return begin(client, keyspace, { format: newest, version })
  const steps = migrations.filter(({ from }) => from >= format)
  if (!upgrade) throw olderFormatError(keyspace, format, steps)
  const election = new LeaseElection(client, keyspace)
  try {
    await lead(election, keyspace)
    for (const step of steps) await step.run(client, keyspace)
    if (!election.isLeading) throw new StorageUnusable('the upgrade took too long to lead: start it again')
    const value = Buffer.from(JSON.stringify({ format: newest, version }))
    await client.write({ success: [{ put: { key: keyspace.format, value } }] })
  } finally {
    await election.close()
  }
}

async function read(client: EtcdClient, keyspace: Keyspace) {
  const ranges = [{ range: { key: keyspace.format } }, { range: { key: keyspace.head, keysOnly: true } }]
  const { responses } = await client.read({ success: ranges })
  const [stored, head] = responses.map(({ range }) => range?.kvs[0])
  const record = stored === undefined ? { format: FIRST_FORMAT } : parse(stored.value.toString(), keyspace)
  return { record, isNew: stored === undefined && head === undefined }
}

function parse(text: string, { format: key }: Keyspace): FormatRecord {
  try {
    const { format, version } = JSON.parse(text) as Record<string, unknown>
    if (typeof format === 'number')
      return { format, version: version === undefined ? undefined : String(version) }
  } catch {
    // As any other value that is no record.
  }
  throw new StorageUnusable(`the key ${key} in etcd is damaged: it names no format`)
}

/** Records the format of a new store. Another server may do so at the same time. */
async function begin(client: EtcdClient, { format: key }: Keyspace, record: FormatRecord): Promise<void> {
  await client.write({
    compare: [{ target: COMPARE_CREATE_REVISION, key }],
    success: [{ put: { key, value: Buffer.from(JSON.stringify(record)) } }],
  })
}

async function lead(election: LeaseElection, { leader }: Keyspace): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const elected = new Promise<void>((resolve, reject) => {
    const refuse = () =>
      reject(
        new StorageUnusable(
          `another server leads the store (${leader} in etcd): stop all servers before the upgrade`,
        ),
      )
    timer = setTimeout(refuse, ELECTION_MS)
    election.whenLeading(resolve, () => undefined)
  })
  await elected.finally(() => clearTimeout(timer))
}

function newerFormatError(
  keyspace: Keyspace,
  { format, version }: FormatRecord,
  newest: number,
): StorageUnusable {
  const writer = version === undefined ? 'a later release' : `version ${version}`
  return new StorageUnusable(
    `the store in etcd (${keyspace.format}) has format ${format}, written by ${writer}; this version reads formats up ` +
      `to ${newest}: start ${version === undefined ? writer : `${writer} or later`}, or restore a snapshot of etcd from ` +
      'before the upgrade',
  )
}

function olderFormatError(
  keyspace: Keyspace,
  format: number,
  steps: readonly EtcdMigration[],
): StorageUnusable {
  return new StorageUnusable(
    `the store in etcd (${keyspace.format}) has format ${format}, and this version needs format ${steps.at(-1)?.to} ` +
      `(${steps.map(({ adds }) => adds).join(', ')}): save a snapshot with etcdctl snapshot save, stop all servers, and ` +
      'start one with --upgrade-etcd',
  )
}
