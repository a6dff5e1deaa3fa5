import { readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendStatus, sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { createWhileTerminating } from '#meta/api-error.js'
import { isStatus } from '#meta/status.js'
import { warn } from './warnings.js'

/** `POST` to a collection. */
export async function handleCreate(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  if (store.definition.stored.review) return handleCreateReview(context, target)
  // Regardless of the body.
  if (store.definition.terminating) throw createWhileTerminating(store.definition)
  const { body, options } = await readWriteRequest(context, target)
  const object = await store.writer.create(namespace, body, options)
  warn(context, options)
  // 202 until initializers have run and other clients can see the object.
  return sendObject(context, object.initialized ? 201 : 202, store.serializers, object)
}

/** `POST` of a review: returns the object with its status, or a Status; stores nothing. */
async function handleCreateReview(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  const { body, options } = await readWriteRequest(context, target)
  const review = await store.createReview(namespace, body, options)
  warn(context, options)
  return isStatus(review)
    ? sendStatus(context, 201, review)
    : sendValue(context, 201, review, store.definition.schema)
}
