import { expectPatchType, type Patch, readPatch, unknownMembers } from '../../registry/write/patch-request.js'
import {
  type FieldValidation,
  readWriteQuery,
  type WriteOptions,
} from '../../registry/write/write-options.js'
import { nextTurn } from '../../util/event-loop.js'
import type { RequestContext } from '../request-context.js'
import { sendObject } from '../respond.js'
import type { Target } from '../router.js'
import { objectTarget } from './handler.js'
import { duplicatesIn, isLarge, parseJson, readBytes, writeOptions } from './request-body.js'
import { warn } from './warnings.js'

/** `PATCH` of one object. */
export async function handlePatch(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const { patch, options } = await readPatchWrite(
    context,
    () => store.reader.expect(namespace, name),
    store.definition.conventions.fieldValidation,
  )
  const object = await store.writer.patch(namespace, name, patch, options)
  warn(context, options)
  return sendObject(context, 200, store.serializers, object)
}

/** A missing object is reported before anything that is wrong with the patch. */
export async function readPatchWrite(
  context: RequestContext,
  expectObject: () => unknown,
  usual?: FieldValidation,
): Promise<{ patch: Patch; options: WriteOptions }> {
  const query = readWriteQuery(context.query, usual)
  const type = expectPatchType(context.request.headers['content-type'])
  const bytes = await readBytes(context)
  await expectObject()
  const parsed = parseJson(bytes)
  const body = parsed instanceof Promise ? await parsed : parsed
  if (isLarge(bytes)) await nextTurn()
  const patch = readPatch(type, body)
  const complaints = type === 'json' ? () => complaintsOfOperations(bytes, body) : () => duplicatesIn(bytes)
  const options = writeOptions(context, query, complaints)
  if (isLarge(bytes)) await nextTurn()
  return { patch, options }
}

/** Operations are no objects of a kind: their unknown members are found here, and reported as theirs. */
function complaintsOfOperations(bytes: Buffer, body: unknown): string[] {
  const unknown = unknownMembers(body).map((path) => `unknown field "${path}"`)
  return [...duplicatesIn(bytes), ...unknown].map((complaint) => `json patch ${complaint}`)
}
