import { readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { createWhileTerminating } from '#meta/api-error.js'
import { warn } from './warnings.js'

/** `POST` to a collection. */
export async function handleCreate(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  if (store.definition.stored.review) return handleCreateReview(context, target)
  // Whatever the body says.
  if (store.definition.terminating) throw createWhileTerminating(store.definition)
  const { body, options } = await readWriteRequest(context, target)
  const object = await store.writer.create(namespace, body, options)
  warn(context, options)
  // Accepted, not created: initializers still have to act on it before other clients see it.
  return sendObject(context, object.initialized ? 201 : 202, store.serializers, object)
}

/** `POST` of a review: the response is the object with its status filled in, and nothing is stored. */
async function handleCreateReview(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  const { body, options } = await readWriteRequest(context, target)
  const review = await store.evaluate(namespace, body, options)
  warn(context, options)
  return sendValue(context, 201, review, store.definition.schema)
}
