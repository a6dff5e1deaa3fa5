import { AUTOSCALED_BY, AUTOSCALED_CLUSTERS } from '#federation/annotations.js'
import type { Members } from '#federation/members/members.js'
import { AUTOSCALERS, FEDERATED_KINDS, type FederatedKind } from './federated-kinds.js'
import type { FederatedObject } from './federated-object.js'
import type { ScaleTarget } from './federated-spec.js'
import type { HostWriter } from './status/host-writer.js'

/** The objects of a federation. */
interface FederatedObjects {
  find(kind: FederatedKind, namespace: string, name: string): FederatedObject | undefined
  objectsOf(kind: FederatedKind): Iterable<FederatedObject>
}

const TARGETS = FEDERATED_KINDS.filter(({ plan }) => plan === 'replicas')
/** Their versions, old ones included, and none: early autoscalers did not need it. */
const TARGET_VERSION = /^$|^apps\/|^extensions\//

/** Tells the targets of federated autoscalers in which clusters they are scaled, by an annotation. */
export class AutoscaledObjects {
  readonly #objects: FederatedObjects
  readonly #host: HostWriter
  /** The target of each autoscaler, as `targetKey` writes it. */
  readonly #targets = new Map<FederatedObject, string>()
  readonly #byTarget = new Map<string, Set<FederatedObject>>()
  /** The version of each autoscaler for which former targets were looked for. */
  readonly #searched = new Map<FederatedObject, string>()

  constructor(objects: FederatedObjects, host: HostWriter) {
    this.#objects = objects
    this.#host = host
  }

  add(federated: FederatedObject): void {
    if (federated.kind !== AUTOSCALERS) return
    const key = scaledKind(federated.spec.scaleTarget) && targetKey(federated)
    if (this.#targets.get(federated) === key) return
    this.#remove(federated)
    if (key === undefined) return
    this.#targets.set(federated, key)
    const scalers = this.#byTarget.get(key) ?? new Set()
    this.#byTarget.set(key, scalers.add(federated))
  }

  forget(federated: FederatedObject): void {
    this.#remove(federated)
    this.#searched.delete(federated)
  }

  #remove(autoscaler: FederatedObject): void {
    const key = this.#targets.get(autoscaler)
    if (key === undefined) return
    this.#targets.delete(autoscaler)
    const scalers = this.#byTarget.get(key)
    scalers?.delete(autoscaler)
    if (scalers?.size === 0) this.#byTarget.delete(key)
  }

  /** The autoscalers of an object: they tell it their clusters, and are only where it is. */
  scalersOf({ kind, namespace, name }: FederatedObject): Iterable<FederatedObject> {
    return this.#byTarget.get(`${kind.kind} ${namespace}/${name}`) ?? []
  }

  /** The federated object that a federated autoscaler scales. */
  targetOf(federated: FederatedObject): FederatedObject | undefined {
    return federated.kind === AUTOSCALERS ? this.#targetOf(federated) : undefined
  }

  /** Updates the target after a plan. */
  async follow(autoscaler: FederatedObject, members: Members): Promise<void> {
    if (autoscaler.kind !== AUTOSCALERS) return
    const target = this.#targetOf(autoscaler)
    await this.#releaseFormer(autoscaler, target)
    if (target === undefined || this.#isScaledByOther(target, autoscaler)) return
    const names = [...autoscaler.copies.values()]
      .filter(({ limits }) => limits !== undefined)
      .map(({ cluster }) => cluster)
    // A cluster that is away keeps its autoscaler and its replicas.
    const away = [...(target.spec.autoscaled ?? [])].filter((name) => members.get(name)?.isReady === false)
    const all = [...new Set([...names, ...away])].sort()
    if (all.length === 0) return this.#clear(target, autoscaler)
    const list = JSON.stringify({ Names: all })
    await this.#host.annotate(target, { [AUTOSCALED_CLUSTERS]: list, [AUTOSCALED_BY]: autoscaler.name })
  }

  /** The autoscaler and its copies are gone: the replicas of its target are scheduled again. */
  async release(autoscaler: FederatedObject): Promise<void> {
    this.#searched.delete(autoscaler)
    if (autoscaler.kind === AUTOSCALERS) await this.#releaseFormer(autoscaler, undefined)
  }

  async #releaseFormer(autoscaler: FederatedObject, target: FederatedObject | undefined): Promise<void> {
    const { source, deletion } = autoscaler.spec
    if (deletion === 'none' && this.#searched.get(autoscaler) === source) return
    for (const kind of TARGETS) {
      for (const object of this.#objects.objectsOf(kind)) {
        if (object !== target && object.namespace === autoscaler.namespace)
          await this.#clear(object, autoscaler)
      }
    }
    this.#searched.set(autoscaler, source)
  }

  async #clear(target: FederatedObject, autoscaler: FederatedObject): Promise<void> {
    if (annotationsOf(target)[AUTOSCALED_BY] !== autoscaler.name) return
    await this.#host.annotate(target, { [AUTOSCALED_CLUSTERS]: undefined, [AUTOSCALED_BY]: undefined })
  }

  #targetOf({ namespace, spec }: FederatedObject): FederatedObject | undefined {
    const kind = scaledKind(spec.scaleTarget)
    return kind && this.#objects.find(kind, namespace, spec.scaleTarget?.name ?? '')
  }

  /** The first autoscaler of an object keeps it. */
  #isScaledByOther(target: FederatedObject, autoscaler: FederatedObject): boolean {
    const by = annotationsOf(target)[AUTOSCALED_BY]
    if (by === undefined || by === autoscaler.name) return false
    const other = this.#objects.find(AUTOSCALERS, autoscaler.namespace, by)
    return other !== undefined && this.#targetOf(other) === target
  }
}

function scaledKind({ apiVersion = '', kind }: ScaleTarget = {}): FederatedKind | undefined {
  return TARGET_VERSION.test(apiVersion) ? TARGETS.find((target) => target.kind === kind) : undefined
}

const targetKey = ({ namespace, spec: { scaleTarget } }: FederatedObject) =>
  `${scaleTarget?.kind} ${namespace}/${scaleTarget?.name}`

const annotationsOf = ({ stored }: FederatedObject) => stored?.metadata().annotations ?? {}
