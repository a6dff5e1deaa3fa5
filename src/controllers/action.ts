import type { ApiObject } from '#meta/api-object.js'
import { SERVER } from '#meta/user.js'
import type { GraphNode } from './graph-node.js'
import type { Action } from './next-action.js'

/**
 * Does it, on condition that the object is still in the version that it was decided for, so that whatever has
 * happened to it since is looked at first. Rejects with `notFound` or `conflict` when it is not, else as every
 * write does. One write each: when it is given up nothing is half done.
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
    // Tried again by the collector's queue, after another look at what is to be done.
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
