import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendValue } from '#http/response/respond.js'
import { sendList } from '#http/response/respond-list.js'
import type { Target } from '#http/router.js'
import { badRequest } from '#meta/api-error.js'
import { expectVersion, isUnconditional } from '#meta/resource-version.js'
import { timed } from '#observe/trace/request-trace.js'
import { type ListOptions, readListOptions } from '#registry/read/list-options.js'
import { type ObjectTarget, objectTarget } from './handler.js'

/** `GET` of one object. With a resource version, the state is at least that new. */
export function handleGet(context: RequestContext, target: Target): void | Promise<void> {
  const object = objectTarget(target)
  const version = context.query.get('resourceVersion') ?? ''
  if (version === '') {
    const current = object.store.reader.current()
    if (current === undefined) return respond(context, object)
    return timed(context.trace, 'read', current).then(() => respond(context, object))
  }
  if (isUnconditional(version)) {
    return context.pastRevision === undefined
      ? respond(context, object)
      : respondFromPast(context, object, context.pastRevision)
  }
  const revision = expectVersion('resourceVersion', version)
  const reached = object.store.reader.waitForRevision(revision)
  if (reached === undefined) return respond(context, object)
  return timed(context.trace, 'read', reached).then(() => respond(context, object))
}

function respond(context: RequestContext, { store, namespace, name }: ObjectTarget): void | Promise<void> {
  if (context.flag('export')) {
    // Only legacy groups still have it.
    if (!store.definition.conventions.legacyErrors && context.query.get('export') !== '') {
      throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
    }
    const exported = store.writer.export(namespace, name, context.flag('exact'))
    return sendValue(context, 200, exported, store.definition.schema)
  }
  return sendObject(context, 200, store.serializers, store.reader.get(namespace, name))
}

async function respondFromPast(
  context: RequestContext,
  { store, namespace, name }: ObjectTarget,
  revision: number,
): Promise<void> {
  const object = await store.reader.getAt(namespace, name, revision)
  return sendObject(context, 200, store.serializers, object)
}

/** Memory reserved per object of a list from history, before its size is known. */
const PAST_OBJECT_BYTES = 4 * 1024
const PAST_LIST_BYTES = 32 * 1024 * 1024

/** `GET` of a collection. */
export async function handleList(context: RequestContext, { store, namespace }: Target): Promise<void> {
  const asked = readListOptions(store.definition, context.query, namespace, { watch: false })
  const { pastRevision } = context
  const options: ListOptions =
    pastRevision === undefined ? asked : { ...asked, revision: pastRevision, isExact: true }
  const { channel } = context
  try {
    const room = roomForPast(options)
    if (room > 0) await channel.reserve(room)
    const list = await timed(context.trace, 'read', store.reader.list(options))
    const sent = sendList(context, store.serializers, list)
    if (sent !== undefined) await sent
  } finally {
    channel.reserve(0)
  }
}

/** Lists of past states are read into memory of their own. */
function roomForPast({ continue: token, isExact, limit }: ListOptions): number {
  if (token === undefined && !isExact) return 0
  return limit === undefined ? PAST_LIST_BYTES : Math.min(limit * PAST_OBJECT_BYTES, PAST_LIST_BYTES)
}
