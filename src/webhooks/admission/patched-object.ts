import { OversizedBody, UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { expectReadableValue } from '#codec/json/value-size.js'
import { ApiError } from '#meta/api-error.js'
import { applyPatch, readPatch } from '#patch/patch.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { DecodeError } from '#schema/decode-error.js'
import { endOfLongStep } from '#util/event-loop.js'
import { internalAdmissionError } from './rejections.js'
import { replaceObject } from './replace-object.js'
import { reviewedObject } from './review-request.js'

/** Applies a webhook's patch to the object in place. Returns whether it changed. Throws the error for the client. */
export async function patchObject(
  webhook: string,
  patch: Buffer,
  review: AdmissionReview,
  seen: ServedVersion,
): Promise<boolean> {
  const { object, operation } = review
  if (object === undefined || operation === 'delete' || operation === 'connect') {
    const tried = `admission webhook ${JSON.stringify(webhook)} attempted to modify the object`
    throw internalAdmissionError(`${tried}, which is not supported for this operation`)
  }
  const shown = await reviewedObject(review, seen, object)
  await endOfLongStep()
  const patched = await applied(patch, shown, seen)
  await endOfLongStep()
  try {
    return await replaceObject(review, seen, patched)
  } catch (error) {
    if (error instanceof DecodeError) throw internalAdmissionError(error.message)
    throw error
  }
}

/** An oversized patch or result is rejected before it is built. */
async function applied(patch: Buffer, document: unknown, { schema }: ServedVersion): Promise<unknown> {
  try {
    const operations = readPatch('json', await codecs.json.decodeExactly(patch), { replaceAdds: true })
    await endOfLongStep()
    const patched = applyPatch(operations, document, schema)
    await endOfLongStep()
    expectReadableValue(patched)
    return patched
  } catch (error) {
    if (error instanceof OversizedBody)
      throw internalAdmissionError(`the patch or its result is too large: ${error.message}`)
    if (error instanceof ApiError || error instanceof UnreadableBody)
      throw internalAdmissionError(error.message)
    throw error
  }
}
