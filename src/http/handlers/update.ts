import { readPatchRequest, readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { patchError } from '#registry/write/patch-request.js'
import { objectTarget } from './handler.js'
import { warn } from './warnings.js'

/** `PUT` of one object. */
export async function handleUpdate(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { body, options } = await readWriteRequest(context, target)
  const { object, isNew } = await store.writer.put(namespace, name, body, options)
  warn(context, options)
  return sendObject(context, isNew ? 201 : 200, store.serializers, object)
}

/** `PATCH` of one object. */
export async function handlePatch(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { patch, options } = await readPatchRequest(context, target, () =>
    store.reader.expect(namespace, name),
  )
  if (patch.type === 'apply') {
    const { object, isNew } = await store.writer.apply(namespace, name, patch, options)
    warn(context, options)
    return sendObject(context, isNew ? 201 : 200, store.serializers, object)
  }
  const object = await store.writer.patch(namespace, name, patch, options).catch((error) => {
    throw patchError(error, store.definition.conventions)
  })
  warn(context, options)
  return sendObject(context, 200, store.serializers, object)
}
