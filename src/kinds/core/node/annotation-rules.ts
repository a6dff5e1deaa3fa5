import type { FieldErrors } from '#meta/field-errors.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { Taint } from './schema.js'
import { validateTaint } from './taint-rules.js'

/** Settings of very old nodes, as JSON in annotations. */

const TAINTS = 'scheduler.alpha.kubernetes.io/taints'
const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods'

export function validateNodeAnnotations(
  annotations: Readonly<Record<string, string>>,
  errors: FieldErrors,
): void {
  const { [TAINTS]: taints, [AVOIDED_PODS]: avoided } = annotations
  if (taints) validateTaints(taints, errors)
  if (avoided) validateAvoidedPods(avoided, errors)
}

const decodeTaint = decoderOf(Taint)

function validateTaints(text: string, errors: FieldErrors): void {
  const taints = readJson(text, (value) => listIn(value).map((taint) => decodeTaint(taint ?? {})))
  // The value can be long; the key identifies the annotation.
  if (typeof taints === 'string') errors.invalid('metadata.annotations', TAINTS, taints)
  else errors.eachDistinct(`metadata.annotations[${TAINTS}]`, taints, validateTaint)
}

/** An entry of the list of pods that a node should not get; only what is validated. */
interface AvoidedPods {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } }
}

function validateAvoidedPods(text: string, errors: FieldErrors): void {
  const path = `metadata.annotations[${AVOIDED_PODS}]`
  const entries = readJson(text, (value) => {
    const { preferAvoidPods } = objectIn(value) as { preferAvoidPods?: unknown }
    return listIn(preferAvoidPods ?? null).map((entry) => objectIn(entry) as AvoidedPods)
  })
  if (typeof entries === 'string') {
    errors.invalid(path, AVOIDED_PODS, entries)
    return
  }
  for (const [index, { podSignature }] of entries.entries()) {
    const controller = podSignature?.podController
    const at = `${path}[${index}].podSignature`
    if (controller === undefined) errors.required(at)
    else if (controller.controller !== true) {
      errors.invalid(
        `${at}.podController.controller`,
        controller.controller ?? false,
        'must point to a controller',
      )
    }
  }
}

/** Returns what is wrong with text that cannot be read. */
function readJson<T>(text: string, read: (value: unknown) => T): T | string {
  try {
    return read(JSON.parse(text))
  } catch (error) {
    if (error instanceof DecodeError || error instanceof SyntaxError) return error.message
    throw error
  }
}

function listIn(value: unknown): readonly unknown[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new DecodeError('expected a list')
  return value
}

function objectIn(value: unknown): object {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new DecodeError('expected an object')
  return value
}
