import { CURRENT_PODS } from '#kinds/shared/pod/pod-rules.js'
import { validateToleration } from '#kinds/shared/pod/scheduling/tolerations.js'
import { mustBeAmount, mustBeContainerResourceName, mustBeWholePages } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'
import { validateLabels } from '#meta/label-rules.js'
import type { Overhead, RuntimeClass, Scheduling } from './schema.js'

export function validateRuntimeClass(object: Readonly<RuntimeClass>, errors: FieldErrors): void {
  errors.format('handler', object.handler, rfc1123Label)
  errors.field('overhead', object.overhead, validateOverhead)
  errors.field('scheduling', object.scheduling, validateScheduling)
}

function validateOverhead({ podFixed = {} }: Overhead, errors: FieldErrors): void {
  for (const name in podFixed) {
    const [field, amount] = [`podFixed[${name}]`, podFixed[name] as string]
    mustBeContainerResourceName(field, name, errors)
    mustBeAmount(field, name, amount, errors)
    mustBeWholePages(field, name, amount, errors)
  }
  const names = Object.keys(podFixed)
  if (!names.some((name) => name.startsWith('hugepages-'))) return
  if (podFixed.cpu === undefined && podFixed.memory === undefined) {
    errors.forbidden('', 'HugePages require cpu or memory')
  }
}

function validateScheduling({ nodeSelector, tolerations }: Scheduling, errors: FieldErrors): void {
  validateLabels('nodeSelector', nodeSelector, errors)
  errors.each('tolerations', tolerations, validateToleration, CURRENT_PODS)
  const seen = new Set<string>()
  for (const [index, toleration] of (tolerations ?? []).entries()) {
    const { key = '', operator = '', value = '', effect = '' } = toleration
    const identity = JSON.stringify([key, operator, value, effect])
    if (seen.has(identity)) errors.duplicate(`tolerations[${index}]`, toleration)
    seen.add(identity)
  }
}

/** The handler is immutable: running pods depend on it. */
export function validateRuntimeClassUpdate(
  { handler }: Readonly<RuntimeClass>,
  current: Readonly<RuntimeClass>,
  errors: FieldErrors,
): void {
  if (handler !== current.handler) errors.invalid('handler', handler, 'field is immutable')
}
