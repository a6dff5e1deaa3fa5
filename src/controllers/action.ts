import type { ApiObject } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import type { GraphNode } from './graph-node.js'
import type { Action } from './next-action.js'

/**
 * Performs the action if the object is still in the version that it was decided for. Rejects with `notFound` or
 * `conflict` otherwise, or like any write. Each action is one write, so nothing is ever half done.
 */
export async function performAction(node: GraphNode, action: Action): Promise<void> {
  switch (action.type) {
    case 'delete': {
      const { store, name } = node.place
      await store.writer.delete(namespaceOf(node), name, {
        ...versionOf(node),
        policy: action.policy,
        gracePeriodSeconds: undefined,
        dryRun: false,
        user: SERVER,
      })
      return
    }
    case 'disown':
      return change(node, ({ metadata }) => {
        const { ownerReferences = [] } = metadata
        metadata.ownerReferences = unlessEmpty(
          ownerReferences.filter((_, place) => !action.references.has(place)),
        )
      })
    case 'release':
      return change(node, ({ metadata }) => {
        const { finalizers = [] } = metadata
        metadata.finalizers = unlessEmpty(finalizers.filter((other) => other !== action.finalizer))
      })
  }
}

async function change(node: GraphNode, edit: (object: ApiObject) => void): Promise<void> {
  const { store, name } = node.place
  await store.writer.modify(namespaceOf(node), name, {
    preconditions: versionOf(node),
    // The collector's queue retries after a new decision.
    retry: false,
    next: (current) => {
      const object = current.copy()
      edit(object)
      return object
    },
  })
}

function versionOf({ uid, revision }: GraphNode) {
  return { uid, resourceVersion: String(revision) }
}

function namespaceOf({ place: { store, namespace } }: GraphNode): string | undefined {
  return store.definition.namespaced ? namespace : undefined
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list
}
