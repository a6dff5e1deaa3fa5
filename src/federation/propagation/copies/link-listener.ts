import type { Member } from '#federation/members/members.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { Logger } from '#observe/logger.js'
import type { Tracing } from '#observe/trace/tracing.js'
import type { DesiredObjects } from './desired-object.js'

/** What a link reports and asks for. */
export interface LinkListener {
  readonly desired: DesiredObjects
  readonly logger: Logger
  readonly tracing: Tracing
  member(cluster: string): Member | undefined
  find(kind: FederatedKind, namespace: string, name: string): FederatedObject | undefined
  objectsOf(kind: FederatedKind): Iterable<FederatedObject>
  /** The object changed in the cluster. */
  changed(federated: FederatedObject): void
  /** The objects of the kind in the cluster are known now. */
  synced(kind: FederatedKind): void
  /** A request about the copy is about to be sent. */
  begins(copy: Copy): void
  /** The member accepted a write of the copy. */
  wrote(copy: Copy): void
  failed(copy: Copy, isNew: boolean): void
}
