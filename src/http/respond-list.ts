import { JSON_TYPE } from '../codec/media-type.js'
import { apiVersionOf } from '../meta/resource.js'
import type { ResourceDefinition } from '../registry/definition.js'
import type { ObjectList } from '../registry/object-reader.js'
import type { CachedObject } from '../registry/store.js'
import { drained } from './drained.js'
import type { Exchange } from './exchange.js'
import { beginAnswer, sendValue } from './respond.js'

/** How many bytes of a list are put together and handed to the socket at a time. */
const SLICE = 256 * 1024

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
  let slice: Buffer[] = [start]
  let size = start.length
  for (let index = 0; index < objects.length; index++) {
    const { json } = objects[index] as CachedObject
    slice.push(index === 0 ? FIRST : NEXT, json.subarray(skip))
    size += json.length
    if (size < SLICE) continue
    response.write(Buffer.concat(slice))
    await drained(response)
    if (!exchange.isOpen) return
    slice = []
    size = 0
  }
  slice.push(END)
  response.end(Buffer.concat(slice))
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
