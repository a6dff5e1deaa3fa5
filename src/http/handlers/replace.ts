import { readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { objectTarget } from './handler.js'
import { warn } from './warnings.js'

/** `PUT` of one object. */
export async function handleReplace(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { body, options } = await readWriteRequest(context, target)
  const { object, isNew } = await store.writer.put(namespace, name, body, options)
  warn(context, options)
  return sendObject(context, isNew ? 201 : 200, store.serializers, object)
}
