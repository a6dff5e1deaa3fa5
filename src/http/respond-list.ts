import { JSON_TYPE } from '../codec/media-type.js'
import { apiVersionOf } from '../meta/resource.js'
import type { ResourceDefinition } from '../registry/definition.js'
import type { ObjectList } from '../registry/object-reader.js'
import type { CachedObject } from '../registry/store.js'
import type { Exchange } from './exchange.js'
import { beginAnswer, sendValue } from './respond.js'
import { SlicedBody } from './sliced-body.js'

const FIRST = Buffer.from('{')
const NEXT = Buffer.from(',{')
const END = Buffer.from(']}')

/**
 * A list, put together from bytes that are already encoded. Its items are the objects without `kind` and
 * `apiVersion`, which are the same for all of them and stand at their beginning.
 */
export async function sendList(
  exchange: Exchange,
  definition: ResourceDefinition,
  list: ObjectList,
): Promise<void> {
  const head = listHead(definition, list)
  if (exchange.format !== 'json' || exchange.pretty) {
    const items = list.objects.map(({ json }) => itemOf(JSON.parse(json.toString())))
    sendValue(exchange, 200, { ...(JSON.parse(`${head}]}`) as object), items })
    return
  }
  if (!exchange.isOpen) return
  const { objects } = list
  const skip = Buffer.byteLength(`{"kind":"${definition.kind}","apiVersion":"${apiVersionOf(definition)}",`)
  const start = Buffer.from(head)
  const response = beginAnswer(exchange, 200, JSON_TYPE, start.length + sizeOf(objects, skip) + END.length)
  const body = new SlicedBody(response)
  body.append(start)
  for (let index = 0; index < objects.length; index++) {
    const { json } = objects[index] as CachedObject
    const separated = body.append(index === 0 ? FIRST : NEXT)
    if (separated !== undefined) await separated
    const added = body.append(json, skip)
    if (added !== undefined) await added
    if (!exchange.isOpen) return
  }
  await body.append(END)
  body.end()
}

/** The length of the items with what separates them. */
function sizeOf(objects: readonly CachedObject[], skip: number): number {
  let size = Math.min(0, FIRST.length - NEXT.length) * Math.min(1, objects.length)
  for (const { json } of objects) size += json.length - skip + NEXT.length
  return size
}

/** Everything of a list before its items. */
function listHead(
  definition: ResourceDefinition,
  { selfLink, revision, next, remaining }: ObjectList,
): string {
  const value = {
    kind: `${definition.kind}List`,
    apiVersion: apiVersionOf(definition),
    metadata: { selfLink, resourceVersion: String(revision), continue: next, remainingItemCount: remaining },
  }
  return `${JSON.stringify(value).slice(0, -1)},"items":[`
}

function itemOf({ kind: _, apiVersion: __, ...item }: Record<string, unknown>): unknown {
  return item
}
