import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { isUnconditional } from '#meta/resource-version.js'
import { expectVersion } from '#registry/write/resource-version.js'
import { type ObjectTarget, objectTarget } from './handler.js'

/** `GET` of one object: with a resource version, of a state at least as new as that. */
export function handleGet(context: RequestContext, target: Target): void | Promise<void> {
  const object = objectTarget(target)
  const version = context.query.get('resourceVersion') ?? ''
  if (version === '') {
    return object.store.reader.current()?.then(() => answer(context, object)) ?? answer(context, object)
  }
  if (isUnconditional(version)) return answer(context, object)
  const revision = expectVersion('resourceVersion', version)
  return (
    object.store.reader.waitForRevision(revision)?.then(() => answer(context, object)) ??
    answer(context, object)
  )
}

function answer(context: RequestContext, { store, namespace, name }: ObjectTarget): void | Promise<void> {
  if (context.flag('export')) {
    const exported = store.writer.export(namespace, name, context.flag('exact'))
    return sendValue(context, 200, exported, store.definition.schema)
  }
  return sendObject(context, 200, store.serializers, store.reader.get(namespace, name))
}
