import { readDeleteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendStatus } from '#http/response/respond.js'
import { sendList } from '#http/response/respond-list.js'
import type { Target } from '#http/router.js'
import { groupInDetails } from '#meta/resource.js'
import { readListOptions } from '#registry/read/list-options.js'
import { deleted, warnOfDeletion } from './delete.js'

/**
 * `DELETE` of a collection: every object that a list with the same query would show. Objects that still wait for
 * initializers are among them unless the query says otherwise: who deletes a collection wants it to be empty.
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
  if (!definition.conventions.deletionsAnswerStatus) return sendList(context, store.serializers, list)
  return sendStatus(context, 200, deleted({ group: groupInDetails(definition), kind: definition.plural }))
}
