import type { ControlledResource } from '#controllers/controller.js'
import type { LabelSelector as SelectorObject } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { type Action, controlledBy } from './action.js'
import type { OwnedObject, OwnedObjectIndex } from './owned-objects.js'
import { selectorOf } from './selector.js'
import type { SelectorIndex } from './selector-index.js'
import type { WorkloadKind } from './workload-controller.js'

type Dependent = OwnedObject & { readonly isTerminating: boolean }
/** A workload with a selector. */
export type Selecting = ApiObject & {
  readonly spec: { readonly selector?: SelectorObject | null | undefined }
  status: object
}

export interface ClaimOptions<W, D> {
  /** The resource of the dependents. */
  readonly of: ControlledResource
  readonly dependents: OwnedObjectIndex<D & Dependent>
  /** The selectors of the workloads. */
  readonly selectors: SelectorIndex
  /** Dependents have it while they are controlled. */
  readonly finalizer?: string
  /** Whether a workload claims nothing. */
  readonly isExempt?: (workload: Readonly<W>) => boolean
  readonly mayAdopt?: (workload: Readonly<W>, dependent: D) => boolean
}

/**
 * A kind of workloads that adopt objects which they select and nothing controls, and release those that they no longer
 * select. That comes before the rest of the plan, which needs to know the result.
 */
export function claiming<W extends Selecting, D extends Dependent>(
  kind: WorkloadKind<W>,
  options: ClaimOptions<W, D>,
): WorkloadKind<W> {
  const { dependents, selectors } = options
  return {
    ...kind,
    plan: (workload, now) => {
      const actions = claims(kind.kind, workload, options)
      return actions.length > 0 ? { actions } : kind.plan(workload, now)
    },
    follow: (enqueue, all) => [
      ...kind.follow(enqueue, all),
      dependents.onChange((_, after) => {
        if (after === undefined || after.owner !== undefined) return
        for (const uid of selectors.selecting(after.namespace, after.labels)) enqueue(uid)
      }),
    ],
  }
}

function claims<W extends Selecting, D extends Dependent>(
  owner: ControlledResource,
  workload: Readonly<W>,
  { of, dependents, finalizer, isExempt, mayAdopt }: ClaimOptions<W, D>,
): readonly Action[] {
  const { uid = '', namespace = '', deletionTimestamp } = workload.metadata
  const selector = selectorOf(workload.spec.selector)
  if (deletionTimestamp || selector === undefined || isExempt?.(workload)) return []
  const actions: Action[] = []
  const change = ({ name, uid }: Dependent, change: Change['change']) =>
    actions.push({ type: 'change', of, part: 'object', target: { name, uid }, change })
  for (const one of dependents.of(uid)) {
    if (one.isTerminating || selector.matches(one.labels)) continue
    change(one, ({ metadata }) => {
      metadata.ownerReferences = metadata.ownerReferences?.filter(
        (other: { uid: string }) => other.uid !== uid,
      )
      metadata.finalizers = metadata.finalizers?.filter((name: string) => name !== finalizer)
    })
  }
  for (const one of dependents.freeIn(namespace)) {
    if (one.isTerminating || !selector.matches(one.labels) || mayAdopt?.(workload, one) === false) continue
    change(one, ({ metadata }) => {
      metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controlledBy(owner, workload)]
      if (finalizer !== undefined) {
        metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), finalizer])]
      }
    })
  }
  return actions
}

type Change = Extract<Action, { type: 'change' }>
