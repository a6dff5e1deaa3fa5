import {
  type EventDetails,
  type EventRecorder,
  normalEvent,
  warningEvent,
} from '#controllers/events/event-recorder.js'
import { NOT_OURS } from '#federation/propagation/copies/write-rejected.js'
import { Debouncer, EventLoopLoad } from '#federation/propagation/debouncer.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { excerpt } from '#util/excerpt.js'

type Write = 'Create' | 'Adopt' | 'Update' | 'Delete' | 'Orphan'
type Writes = Map<Write, Set<string>>

const DOING: Readonly<Record<Write, string>> = {
  Create: 'Creating',
  Adopt: 'Adopting',
  Update: 'Updating',
  Delete: 'Deleting',
  Orphan: 'Orphaning',
}

/** Verb and event reason of a failed write. */
const FAILED: Readonly<Record<Write, readonly [word: string, reason: string]>> = {
  Create: ['create', 'Add'],
  Adopt: ['adopt', 'Adopt'],
  Update: ['update', 'Update'],
  Delete: ['delete', 'Delete'],
  Orphan: ['orphan', 'Orphan'],
}

/** For an error of a member. An event has 1,024 characters. */
const MAX_MESSAGE_LENGTH = 512
const MAX_NAMED = 50
/** Maximum delay of an event while the server is busy. */
const MAX_MS = 30_000

/**
 * Records events about writes of copies. Writes within a moment share one event, and a busy server waits
 * longer: events are writes too, and copies come first. Failures are recorded at once.
 */
export class WriteEvents {
  readonly #makeRecorder: (component: string) => EventRecorder
  /** By component. */
  readonly #recorders = new Map<string, EventRecorder>()
  readonly #writes = new Map<FederatedObject, Writes>()
  readonly #debouncer: Debouncer<FederatedObject>

  constructor(makeRecorder: (component: string) => EventRecorder) {
    this.#makeRecorder = makeRecorder
    const load = new EventLoopLoad()
    this.#debouncer = new Debouncer({
      maxWaitMs: MAX_MS,
      canWait: (_federated, isBusy) => isBusy,
      take: (federated) => this.#emit(federated),
      isBusy: () => load.takeIsBusy(),
    })
  }

  get pending(): number {
    let pending = this.#debouncer.size
    for (const recorder of this.#recorders.values()) pending += recorder.pending
    return pending
  }

  begins(copy: Copy): void {
    const { federated, cluster } = copy
    const writes = this.#writes.get(federated) ?? new Map<Write, Set<string>>()
    const write = writeOf(copy, !copy.isOurs)
    const clusters = writes.get(write) ?? new Set()
    this.#writes.set(federated, writes.set(write, clusters.add(cluster)))
    this.#debouncer.add(federated)
  }

  /** Pending events of the object come first. */
  failed(copy: Copy, isNew: boolean): void {
    const { federated, cluster, failure } = copy
    const [word, reason] = FAILED[writeOf(copy, isNew)]
    const text = `Failed to ${word} ${federated.title} in cluster ${cluster}: ${excerpt(failure?.message ?? '', MAX_MESSAGE_LENGTH)}`
    this.#debouncer.take(federated)
    this.#record(federated, warningEvent(`${reason}InClusterFailed`, text))
  }

  /** The deletion waits for these clusters, which are not ready. */
  waits(federated: FederatedObject, clusters: readonly string[]): void {
    const text = `Deletion of ${federated.title} waits for ${clusterList(clusters)} (not ready)`
    this.#record(federated, warningEvent('DeletionWaits', text))
  }

  /** Resolves when all recorded events are written. */
  async written(): Promise<void> {
    await this.#debouncer.idle()
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.written()))
  }

  /** Flushes pending events. */
  async close(): Promise<void> {
    this.#debouncer.takeAll()
    await this.written()
  }

  #emit(federated: FederatedObject): void {
    for (const [write, clusters] of this.#writes.get(federated) ?? []) {
      const where = clusterList([...clusters])
      this.#record(
        federated,
        normalEvent(`${write}InCluster`, `${DOING[write]} ${federated.title} in ${where}`),
      )
    }
    this.#writes.delete(federated)
  }

  #record({ kind, namespace, name, spec }: FederatedObject, text: EventDetails): void {
    const metadata = { namespace: kind.isNamespaced ? namespace : undefined, name, uid: spec.uid }
    this.#recorderOf(kind).record(kind, { metadata } as ApiObject, text)
  }

  #recorderOf({ component }: FederatedKind): EventRecorder {
    const recorder = this.#recorders.get(component) ?? this.#makeRecorder(component)
    this.#recorders.set(component, recorder)
    return recorder
  }
}

/** As many as fit into an event. */
function clusterList(clusters: readonly string[]): string {
  const named = clusters.toSorted().slice(0, MAX_NAMED)
  const more = clusters.length > MAX_NAMED ? ` and ${clusters.length - MAX_NAMED} more` : ''
  return `${clusters.length === 1 ? 'cluster' : 'clusters'} ${named.join(', ')}${more}`
}

function writeOf({ intent, failure, federated }: Copy, isNew: boolean): Write {
  if (intent === 'absent') return 'Delete'
  if (intent === 'orphaned') return 'Orphan'
  if (!isNew) return 'Update'
  return federated.spec.adopts && failure?.reason === NOT_OURS ? 'Adopt' : 'Create'
}
