import { readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { warn } from './warnings.js'

/** `POST` of an object that asks something: the answer is the object with its status filled in, and nothing is stored. */
export async function handleCreateReview(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace } = target
  const { body, options } = await readWriteRequest(context, target)
  const review = await store.evaluate(namespace, body, options)
  warn(context, options)
  return sendValue(context, 201, review, store.definition.schema)
}
