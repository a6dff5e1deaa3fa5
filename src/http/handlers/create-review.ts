import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { bodyTypeOf, readWrite } from './request-body.js'
import { warn } from './warnings.js'

/** `POST` of an object that asks something: the answer is the object with its status filled in, and nothing is stored. */
export async function handleCreateReview(
  context: RequestContext,
  { store, namespace }: Target,
): Promise<void> {
  const { definition } = store
  const { body, options } = await readWrite(
    context,
    bodyTypeOf(definition),
    definition.conventions.fieldValidation,
  )
  const answer = await store.evaluate(namespace, body, options)
  warn(context, options)
  return sendValue(context, 201, answer, definition.schema)
}
