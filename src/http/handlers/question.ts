import { methodNotAllowed } from '../../meta/api-error.js'
import { evaluate } from '../../registry/evaluation.js'
import type { RequestContext } from '../request-context.js'
import { sendValue } from '../respond.js'
import type { Target } from '../router.js'
import { bodyTypeOf, readWrite } from './request-body.js'
import { warn } from './warnings.js'

/** `POST` of an object that asks something: the answer is the object with its status filled in, and nothing is stored. */
export async function handleQuestion(context: RequestContext, { store, namespace }: Target): Promise<void> {
  const { definition, evaluator } = store
  if (evaluator === undefined) throw methodNotAllowed()
  const { body, options } = await readWrite(
    context,
    bodyTypeOf(definition),
    definition.conventions.fieldValidation,
  )
  // The answer must not come from rights that were taken away on another server.
  await store.reader.current()
  const answer = await evaluate(definition, evaluator, namespace, body, options)
  warn(context, options)
  return sendValue(context, 201, answer, definition.schema)
}
