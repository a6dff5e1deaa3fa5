import { type ControlledResource, storeOf } from '#controllers/controller.js'
import type { EventRecorder } from '#controllers/events/event-recorder.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import type { ResourceStore } from '#registry/store.js'
import {
  type Action,
  type Change,
  CONTROLLER_REVISION,
  type Creation,
  REPLICA_SET,
  type Removal,
  type WorkloadContext,
} from './action.js'

/** Concurrent writes, which share commits. */
const BATCH_SIZE = 64

/** The server rejected an action: a quota, validation, or a terminating namespace. */
export interface ActionFailure {
  readonly action: Action
  readonly error: ApiError
}

/** Whether another object has the name that follows from the hash of a template. */
export const isNameCollision = ({ action, error }: ActionFailure): boolean =>
  action.type === 'create' &&
  (action.of === REPLICA_SET || action.of === CONTROLLER_REVISION) &&
  error.error === 'alreadyExists'

/** Runs the actions of a plan with the writers that client requests use. */
export class ActionRunner {
  readonly #context: WorkloadContext
  readonly #events: EventRecorder

  constructor(context: WorkloadContext, events: EventRecorder) {
    this.#context = context
    this.#events = events
  }

  /** Resolves with the first rejection and starts no further action: the rest would be rejected too. */
  async run(
    actions: readonly Action[],
    about: { readonly kind: ControlledResource; readonly object: Readonly<ApiObject> },
    isLeading: () => boolean,
  ): Promise<ActionFailure | undefined> {
    let failure: ActionFailure | undefined
    const rest = actions.values()
    const work = async () => {
      for (const action of rest) {
        if (failure !== undefined || !isLeading()) return
        try {
          const name = await this.#act(action, about.object.metadata.namespace)
          if (name === undefined) continue
          const text = typeof action.event === 'function' ? action.event(name) : action.event
          if (text !== undefined) this.#events.record(about.kind, about.object, text)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          failure ??= { action, error }
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, actions.length) }, work))
    return failure
  }

  /** Resolves with the name of the object, or undefined if nothing was left to do. */
  async #act(action: Action, ownNamespace: string | undefined): Promise<string | undefined> {
    const store = storeOf(this.#context.stores, action.of)
    const namespace = store.definition.stored.namespaced ? ownNamespace : undefined
    switch (action.type) {
      case 'create':
        return create(store, action, action.namespace ?? namespace)
      case 'delete':
        return unlessGone(() => remove(store, action, namespace))
      case 'change':
        return unlessGone(() => change(store, action, action.namespace ?? namespace))
    }
  }
}

async function create(
  { writer }: ResourceStore,
  { object }: Creation,
  namespace: string | undefined,
): Promise<string> {
  return (await writer.create(namespace, object)).name
}

async function remove(
  { writer }: ResourceStore,
  { target, gracePeriodSeconds }: Removal,
  namespace: string | undefined,
): Promise<string> {
  await writer.delete(namespace, target.name, {
    uid: target.uid,
    resourceVersion: undefined,
    policy: 'Background',
    gracePeriodSeconds,
    dryRun: false,
    user: SERVER,
  })
  return target.name
}

async function change(
  { definition, writer }: ResourceStore,
  { target, part, change: apply }: Change,
  namespace: string | undefined,
): Promise<string> {
  await writer.modify(namespace, target.name, {
    preconditions: { uid: target.uid },
    retry: true,
    mode: part,
    next: (current) => {
      const copy = current.copy()
      apply(copy)
      return definition.decode(copy)
    },
  })
  return target.name
}

/** Undefined if the object is gone or was recreated. */
async function unlessGone(act: () => Promise<string>): Promise<string | undefined> {
  try {
    return await act()
  } catch (error) {
    const isGone = error instanceof ApiError && (error.error === 'notFound' || error.error === 'conflict')
    if (!isGone) throw error
    return undefined
  }
}
