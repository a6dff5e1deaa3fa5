import { readDeleteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendStatus } from '#http/response/respond.js'
import { sendList } from '#http/response/respond-list.js'
import type { Target } from '#http/router.js'
import { groupInDetails } from '#meta/resource.js'
import type { Status } from '#meta/status.js'
import type { ServedVersion } from '#registry/kind.js'
import { readListOptions } from '#registry/read/list-options.js'
import type { DeleteRequest } from '#registry/write/delete-options.js'
import { objectTarget } from './handler.js'
import { addWarning, warn } from './warnings.js'

/**
 * `DELETE` of one object. Returns a Status or, depending on group and kind, the object: its last state, or its state
 * while finalizers remain.
 */
export async function handleDelete(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const request = await readDeleteRequest(context, target)
  const { object, isGone } = await store.writer.delete(namespace, name, request)
  const { definition } = store
  const { conventions, returnDeletedObject } = definition
  warnOfDeletion(context, definition, request)
  if (!conventions.deleteReturnsStatus && (returnDeletedObject || !isGone)) {
    return sendObject(context, 200, store.serializers, object)
  }
  const { uid } = object.metadata()
  return sendStatus(
    context,
    200,
    deleted({ name, group: groupInDetails(definition), kind: definition.plural, uid }),
  )
}

/** Some kinds warn clients that do not set a propagation policy. */
function warnOfDeletion(
  context: RequestContext,
  { rules }: ServedVersion,
  { policy, warnings }: DeleteRequest,
): void {
  if (warnings !== undefined) warn(context, { warnings })
  if (rules.deletionWarning !== undefined && policy === undefined) addWarning(context, rules.deletionWarning)
}

function deleted(details: NonNullable<Status['details']>): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}

/**
 * `DELETE` of a collection: every object that a list with the same query returns. Uninitialized objects are included
 * by default, so that the collection is empty afterwards.
 */
export async function handleDeleteCollection(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  const { query } = context
  const options = readListOptions(store.definition, query, namespace, {
    watch: false,
    includeUninitialized: true,
  })
  const request = await readDeleteRequest(context, target)
  const list = await store.deleteCollection(options, request)
  const { definition } = store
  warnOfDeletion(context, definition, request)
  if (!definition.conventions.deleteReturnsStatus) return sendList(context, store.serializers, list)
  return sendStatus(context, 200, deleted({ group: groupInDetails(definition), kind: definition.plural }))
}
