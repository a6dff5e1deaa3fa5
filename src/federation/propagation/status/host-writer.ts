import type { CachedObject } from '#cache/cached-object.js'
import { type ControllerContext, storeOf } from '#controllers/controller.js'
import { CLUSTER_STATUS, EVICTIONS, PLACEMENT } from '#federation/annotations.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { PlanRecord } from '#federation/propagation/schedule/plan.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import { MEMBERS_FINALIZER, ORPHAN_FINALIZER } from '#registry/write/deletion.js'
import type { Clock } from '#util/clock.js'
import type { ClusterState } from './cluster-state.js'
import { reportedStatus, type StatusReport } from './status.js'

interface HostOptions extends Pick<ControllerContext, 'stores' | 'kinds'> {
  readonly clock: Clock
}

const FINALIZERS: readonly string[] = [MEMBERS_FINALIZER, ORPHAN_FINALIZER]

/** What is written about an object. */
export interface ObjectReport extends ReportedAnnotations {
  readonly report: StatusReport
  readonly states: readonly ClusterState[]
  readonly record: PlanRecord | undefined
}

/** Writes the status and finalizers of federated objects. */
export class HostWriter {
  readonly #context: HostOptions

  constructor(context: HostOptions) {
    this.#context = context
  }

  /**
   * Adds both finalizers of the original, so that a deletion shows what to do with copies, and stores what plans
   * must remember.
   */
  async hold(federated: FederatedObject, records: readonly PlanRecord[]): Promise<void> {
    const known = federated.stored?.metadata().annotations ?? {}
    await this.#changeMetadata(federated, (metadata) => {
      const finalizers = new Set([...(metadata.finalizers ?? []), ...FINALIZERS])
      const recorded = records.reduce(
        (changed, record) => withRecord(changed, record, known[record.annotation]),
        metadata,
      )
      return { ...recorded, finalizers: [...finalizers] }
    })
  }

  /** Sets annotations, and removes those that are undefined. */
  async annotate(
    federated: FederatedObject,
    annotations: Readonly<Record<string, string | undefined>>,
  ): Promise<void> {
    await this.#changeMetadata(federated, (metadata) => {
      const all: Readonly<Record<string, string | undefined>> = { ...metadata.annotations, ...annotations }
      const kept = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      )
      return { ...metadata, annotations: Object.fromEntries(kept) }
    })
  }

  /** Deletes the object and its copies. */
  async delete(federated: FederatedObject): Promise<void> {
    const { writer } = storeOf(this.#context.stores, federated.kind)
    const request = {
      uid: federated.spec.uid,
      resourceVersion: undefined,
      policy: 'Background',
      gracePeriodSeconds: undefined,
      dryRun: false,
      user: SERVER,
    } as const
    await unlessGone(writer.delete(namespaceOf(federated), federated.name, request))
  }

  /** Removes the finalizers: no copies are left, or they stay for good. */
  async release(federated: FederatedObject): Promise<void> {
    await this.#changeMetadata(federated, (metadata) => {
      const finalizers = (metadata.finalizers ?? []).filter((one) => one !== MEMBERS_FINALIZER)
      return { ...metadata, finalizers: finalizers.length === 0 ? undefined : finalizers }
    })
  }

  /** Removes all traces of the federation: the object has no copies and gets none. */
  async withdraw(federated: FederatedObject): Promise<void> {
    await this.#changeMetadata(federated, (metadata) => {
      const {
        [CLUSTER_STATUS]: _status,
        [PLACEMENT]: _placement,
        [EVICTIONS]: _evictions,
        ...annotations
      } = metadata.annotations ?? {}
      const finalizers = (metadata.finalizers ?? []).filter((one) => !FINALIZERS.includes(one))
      return {
        ...metadata,
        annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
        finalizers: finalizers.length === 0 ? undefined : finalizers,
      }
    })
  }

  /** Updates the status if it differs. Resolves with the updated object. */
  async report(
    federated: FederatedObject,
    { report, states, record, ...annotations }: ObjectReport,
  ): Promise<CachedObject | undefined> {
    if (federated.kind.status === undefined) {
      return this.#changeMetadata(federated, (metadata) => withReport(metadata, annotations))
    }
    const store = storeOf(this.#context.stores, federated.kind)
    const { definition, writer } = store
    const { stored } = federated
    if (stored === undefined) return undefined
    const known = record && stored.metadata().annotations?.[record.annotation]
    const next = (object: Readonly<ApiObject>) =>
      definition.decode({
        ...object,
        metadata: withRecord(withReport(object.metadata, annotations), record, known),
        status: reportedStatus(federated, object, report, states, this.#context.clock.now()),
      })
    // If the annotation differs, there is no need to compare the rest.
    const { [CLUSTER_STATUS]: breakdown, [PLACEMENT]: placement } = stored.metadata().annotations ?? {}
    if (breakdown === annotations.breakdown && placement === annotations.placement) {
      const before = writer.parse(stored)
      if (JSON.stringify(next(before)) === JSON.stringify(before)) return stored
    }
    return unlessGone(
      writer.modify(namespaceOf(federated), federated.name, {
        preconditions: { uid: federated.spec.uid },
        retry: true,
        mode: 'status',
        next: ({ object }) => next(object),
      }),
    )
  }

  async #changeMetadata(
    federated: FederatedObject,
    change: (metadata: ObjectMeta) => ObjectMeta,
  ): Promise<CachedObject | undefined> {
    const { kinds, stores } = this.#context
    const kind = kinds.storedUnder(federated.kind.prefix)
    const store = kind && stores.ofKind(kind)
    const { stored } = federated
    if (store === undefined || stored === undefined) return undefined
    const before = stored.metadata()
    if (JSON.stringify(change(before)) === JSON.stringify(before)) return stored
    return unlessGone(
      store.writer.modify(namespaceOf(federated), federated.name, {
        preconditions: { uid: federated.spec.uid },
        retry: true,
        changeMetadata: (metadata) => change(metadata),
        next: (current) => {
          const object = current.copy()
          object.metadata = change(object.metadata)
          return object
        },
      }),
    )
  }
}

/** The annotations that report on an object. */
export interface ReportedAnnotations {
  readonly breakdown: string
  /** Undefined if no policy concerns the object. */
  readonly placement: string | undefined
}

function withReport(
  metadata: Readonly<ObjectMeta>,
  { breakdown, placement }: ReportedAnnotations,
): ObjectMeta {
  const { [PLACEMENT]: _, ...annotations } = metadata.annotations ?? {}
  return {
    ...metadata,
    annotations: {
      ...annotations,
      [CLUSTER_STATUS]: breakdown,
      ...(placement !== undefined && { [PLACEMENT]: placement }),
    },
  }
}

/** Leaves a record that has changed since the plan: the next plan starts from it. */
function withRecord(
  metadata: ObjectMeta,
  record: PlanRecord | undefined,
  known: string | undefined,
): ObjectMeta {
  if (record === undefined || metadata.annotations?.[record.annotation] !== known) return metadata
  const { [record.annotation]: _before, ...annotations } = metadata.annotations ?? {}
  if (record.value !== undefined) annotations[record.annotation] = record.value
  return { ...metadata, annotations }
}

const namespaceOf = ({ kind, namespace }: FederatedObject) => (kind.isNamespaced ? namespace : undefined)

/** Undefined if the object is gone or was recreated. */
async function unlessGone<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof ApiError) || (error.error !== 'notFound' && error.error !== 'conflict'))
      throw error
    return undefined
  }
}
