import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import type { Taint } from './schema.js'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The rules on one taint of a list. */
export function validateTaint(taint: Taint, errors: FieldErrors, seen: Set<string>): void {
  const { key, value, effect } = taint
  errors.format('key', key, qualifiedName)
  const messages = value === undefined ? [] : labelValue(value)
  if (messages.length > 0) errors.invalid('value', value, messages.join(';'))
  mustBeGivenAsOneOf('effect', effect, EFFECTS, errors)
  const identity = `${effect} ${key}`
  if (seen.has(identity)) errors.duplicate('', taint, 'taints must be unique by key and effect pair')
  seen.add(identity)
}
