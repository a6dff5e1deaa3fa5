import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import type { OverrideSpec } from '#kinds/federation/policies/overrides.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { type Policy, PolicySet, type PolicyTarget } from './acting-policy.js'

const PROPAGATION = {
  PropagationPolicy: 'federation.binnacle.dev/propagationpolicies/',
  ClusterPropagationPolicy: 'federation.binnacle.dev/clusterpropagationpolicies/',
} as const
const OVERRIDE = {
  OverridePolicy: 'federation.binnacle.dev/overridepolicies/',
  ClusterOverridePolicy: 'federation.binnacle.dev/clusteroverridepolicies/',
} as const
const PREFIXES: ReadonlySet<string> = new Set([...Object.values(PROPAGATION), ...Object.values(OVERRIDE)])

/** The policies of a host. They are read again, all at once, after one of them has changed. */
export class Policies {
  readonly #context: Pick<ControllerContext, 'feed'>
  readonly #listeners = new Set<() => void>()
  readonly #release: () => void
  #propagation: PolicySet<PropagationSpec> | undefined
  #overrides: PolicySet<OverrideSpec> | undefined
  #divideByCapacity: boolean | undefined
  #notification: NodeJS.Immediate | undefined

  constructor(context: Pick<ControllerContext, 'feed'>) {
    this.#context = context
    this.#release = context.feed.follow(
      () => this.#onChange(),
      ({ prefix }) => PREFIXES.has(prefix),
    )
  }

  close(): void {
    this.#release()
    clearImmediate(this.#notification)
    this.#listeners.clear()
  }

  /** Calls the listener after changes, once for many. Returns a function that unsubscribes. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The policy that propagates an object, if any. */
  propagationOf(target: PolicyTarget): Policy<PropagationSpec> | undefined {
    this.#propagation ??= new PolicySet(this.#read<PropagationSpec>(PROPAGATION))
    return this.#propagation.acting(target)
  }

  /** Whether any policy divides replicas by free capacity. */
  get divideByCapacity(): boolean {
    this.#divideByCapacity ??= [...this.#read<PropagationSpec>(PROPAGATION)].some(
      ({ spec }) => spec.replicaScheduling?.divideBy === 'FreeCapacity',
    )
    return this.#divideByCapacity
  }

  /** The policies that change the copies of an object, in the order in which they apply: the strongest last. */
  overridesOf(target: PolicyTarget): readonly Policy<OverrideSpec>[] {
    this.#overrides ??= new PolicySet(this.#read<OverrideSpec>(OVERRIDE))
    return this.#overrides.isEmpty ? [] : this.#overrides.all(target).toReversed()
  }

  *#read<S>(kinds: Readonly<Record<string, string>>): Generator<Policy<S>> {
    for (const [kind, prefix] of Object.entries(kinds)) {
      for (const object of this.#context.feed.objectsOf({ prefix })) yield policyIn<S>(kind, object)
    }
  }

  #onChange(): void {
    this.#propagation = undefined
    this.#overrides = undefined
    this.#divideByCapacity = undefined
    this.#notification ??= setImmediate(() => {
      this.#notification = undefined
      for (const listener of this.#listeners) listener()
    })
  }
}

function policyIn<S>(kind: string, object: CachedObject): Policy<S> {
  const { namespace, name } = object
  const { uid = '', generation = 0 } = object.metadata()
  const { spec } = JSON.parse(object.json.toString()) as { readonly spec?: S }
  return { kind, namespace, name, version: `${uid}/${generation}`, spec: spec ?? ({} as S) }
}
