import type { FieldErrors } from '../../../meta/field-errors.js'
import { NEGATIVE } from '../../../meta/field-rules.js'
import { rfc1123Label } from '../../../meta/formats.js'
import { validateLabels } from '../../../meta/label-rules.js'
import { compareQuantities } from '../../../schema/quantity.js'
import { validateToleration } from '../../shared/pod/toleration-rules.js'
import type { Overhead, RuntimeClass, Scheduling } from './schema.js'

export function validateRuntimeClass(object: Readonly<RuntimeClass>, errors: FieldErrors): void {
  errors.format('handler', object.handler, rfc1123Label)
  errors.member('overhead', object.overhead, validateOverhead)
  errors.member('scheduling', object.scheduling, validateScheduling)
}

function validateOverhead({ podFixed = {} }: Overhead, errors: FieldErrors): void {
  for (const [name, amount] of Object.entries(podFixed)) {
    if (compareQuantities(amount, '0') < 0) errors.invalid(`podFixed[${name}]`, amount, NEGATIVE)
  }
}

function validateScheduling({ nodeSelector, tolerations }: Scheduling, errors: FieldErrors): void {
  validateLabels('nodeSelector', nodeSelector, errors)
  errors.each('tolerations', tolerations, validateToleration)
}

/** Pods that run would not be what their class says. */
export function validateRuntimeClassUpdate(
  { handler }: Readonly<RuntimeClass>,
  current: Readonly<RuntimeClass>,
  errors: FieldErrors,
): void {
  if (handler !== current.handler) errors.invalid('handler', handler, 'field is immutable')
}
