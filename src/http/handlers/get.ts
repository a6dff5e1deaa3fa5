import { isUnconditional } from '../../meta/resource-version.js'
import { expectVersion } from '../../registry/write/resource-version.js'
import type { Exchange } from '../exchange.js'
import { sendObject, sendValue } from '../respond.js'
import type { Target } from '../router.js'
import { type ObjectTarget, objectTarget } from './handler.js'

/** `GET` of one object: with a resource version, of a state at least as new as that. */
export function handleGet(exchange: Exchange, target: Target): void | Promise<void> {
  const object = objectTarget(target)
  const version = exchange.query.get('resourceVersion') ?? ''
  if (version === '') {
    return object.store.reader.current()?.then(() => answer(exchange, object)) ?? answer(exchange, object)
  }
  if (isUnconditional(version)) return answer(exchange, object)
  const revision = expectVersion('resourceVersion', version)
  return (
    object.store.reader.asFreshAs(revision)?.then(() => answer(exchange, object)) ?? answer(exchange, object)
  )
}

function answer(exchange: Exchange, { store, namespace, name }: ObjectTarget): void | Promise<void> {
  if (exchange.flag('export')) {
    const exported = store.writer.export(namespace, name, exchange.flag('exact'))
    return sendValue(exchange, 200, exported, store.definition.schema)
  }
  return sendObject(exchange, 200, store.renderings, store.reader.get(namespace, name))
}
