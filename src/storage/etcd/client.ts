import { INITIAL_REVISION, type Revision } from '#storage/contract.js'
import type { CallListener } from './grpc/call.js'
import type { TlsFiles } from './grpc/connection.js'
import { GRPC, GrpcError } from './grpc/grpc-error.js'
import { type MemberStream, Members } from './members.js'
import {
  CompactionRequest,
  CompactionResponse,
  type TxnResponse as Txn,
  TxnRequest,
  TxnResponse,
} from './messages/kv.js'
import {
  LeaseGrantRequest,
  LeaseGrantResponse,
  LeaseKeepAliveRequest,
  LeaseKeepAliveResponse,
  LeaseRevokeRequest,
  LeaseRevokeResponse,
  type StatusResponse as MemberStatus,
  StatusRequest,
  StatusResponse,
} from './messages/maintenance.js'
import type { Message, Sent } from './messages/message.js'

/** The names of calls in metrics. */
export const CALL_NAMES = ['read', 'write', 'compact', 'lease', 'status'] as const
export type CallName = (typeof CALL_NAMES)[number]

export interface EtcdClientOptions {
  /** `http://host:port` or `https://host:port` of each member. */
  readonly endpoints: readonly string[]
  readonly tls?: TlsFiles | undefined
  /** Called with the duration of a call and its error, if any. */
  readonly onCall?: ((name: CallName, seconds: number, error: GrpcError | undefined) => void) | undefined
}

/** The timeout of calls. */
export const CALL_TIMEOUT_MS = 5000

interface Method<Given, Read> {
  readonly path: string
  readonly request: Message<unknown, Given>
  readonly response: Message<Read, never>
}

function method<Given, Read>(
  path: string,
  request: { encode(value: Given, shift?: number): Buffer },
  response: { decode(bytes: Buffer, shift?: number): Read },
): Method<Given, Read> {
  return { path: `/etcdserverpb.${path}`, request, response } as Method<Given, Read>
}

const TXN = method('KV/Txn', TxnRequest, TxnResponse)
const COMPACT = method('KV/Compact', CompactionRequest, CompactionResponse)
const LEASE_GRANT = method('Lease/LeaseGrant', LeaseGrantRequest, LeaseGrantResponse)
const LEASE_REVOKE = method('Lease/LeaseRevoke', LeaseRevokeRequest, LeaseRevokeResponse)
const KEEP_ALIVE = method('Lease/LeaseKeepAlive', LeaseKeepAliveRequest, LeaseKeepAliveResponse)
const STATUS = method('Maintenance/Status', StatusRequest, StatusResponse)
const WATCH_PATH = '/etcdserverpb.Watch/Watch'

/** The part of etcd's API that the engine needs. Every call rejects with a `GrpcError`. */
export class EtcdClient {
  readonly #members: Members
  readonly #onCall: EtcdClientOptions['onCall']
  /** The revision of the store before its first write. */
  beginning: Revision = INITIAL_REVISION
  /** How far the revisions of the store are ahead of those of etcd. All calls convert them. */
  revisionShift = 0
  #heardAt = Number.NEGATIVE_INFINITY

  constructor({ endpoints, tls = {}, onCall }: EtcdClientOptions) {
    this.#members = new Members(endpoints, tls)
    this.#onCall = onCall
  }

  /** The time since etcd's last response, in milliseconds. */
  get quietMs(): number {
    return performance.now() - this.#heardAt
  }

  /** A read-only transaction; linearizable. */
  read(request: Sent<typeof TxnRequest>, timeoutMs = CALL_TIMEOUT_MS): Promise<Txn> {
    return this.#call('read', TXN, request, true, timeoutMs)
  }

  /** A transaction that may write. */
  write(request: Sent<typeof TxnRequest>, timeoutMs = CALL_TIMEOUT_MS): Promise<Txn> {
    return this.#call('write', TXN, request, false, timeoutMs)
  }

  async compact(revision: number): Promise<void> {
    await this.#call('compact', COMPACT, { revision }, true)
  }

  /** Resolves with the granted TTL in seconds, which may be more than requested. */
  async grantLease(id: number, seconds: number, timeoutMs: number): Promise<number> {
    const { ttl, error } = await this.#call('lease', LEASE_GRANT, { id, ttl: seconds }, false, timeoutMs)
    if (error !== '') throw new GrpcError(GRPC.failedPrecondition, error)
    return ttl
  }

  /** Resolves with the TTL in seconds from the time of the call; 0 when the lease has expired. */
  async keepLeaseAlive(id: number, timeoutMs: number): Promise<number> {
    return (await this.#call('lease', KEEP_ALIVE, { id }, true, timeoutMs)).ttl
  }

  async revokeLease(id: number): Promise<void> {
    await this.#call('lease', LEASE_REVOKE, { id }, true, 1000)
  }

  /** The status of the member in use. */
  status(timeoutMs = CALL_TIMEOUT_MS): Promise<MemberStatus> {
    return this.#call('status', STATUS, {}, true, timeoutMs)
  }

  watch(listener: CallListener): Promise<MemberStream> {
    return this.#members.stream(WATCH_PATH, listener, CALL_TIMEOUT_MS)
  }

  close(): void {
    this.#members.close()
  }

  async #call<Given, Read>(
    name: CallName,
    { path, request, response }: Method<Given, Read>,
    value: Given,
    repeatable: boolean,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Read> {
    const start = performance.now()
    try {
      const bytes = await this.#members.unary(path, request.encode(value, this.revisionShift), {
        timeoutMs,
        repeatable,
      })
      this.#heardAt = performance.now()
      this.#onCall?.(name, (performance.now() - start) / 1000, undefined)
      return response.decode(bytes, this.revisionShift)
    } catch (error) {
      if (error instanceof GrpcError) this.#onCall?.(name, (performance.now() - start) / 1000, error)
      throw error
    }
  }
}
