import type { Exchange } from '../exchange.js'
import { sendObject } from '../respond.js'
import type { Target } from '../router.js'
import { objectTarget } from './handler.js'
import { bodyTypeOf, readWrite } from './request-body.js'
import { warn } from './warnings.js'

/** `PUT` of one object. */
export async function handleReplace(exchange: Exchange, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { body, options } = await readWrite(exchange, bodyTypeOf(store.definition))
  const object = await store.writer.replace(namespace, name, body, options)
  warn(exchange, options)
  return sendObject(exchange, 200, store.renderings, object)
}
