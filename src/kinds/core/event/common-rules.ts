import type { ObjectReference } from '#kinds/shared/object-reference.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'

/** The fields of an event that both versions have, and their names in a version. */
export interface CommonEvent {
  readonly namespace: string
  readonly about: ObjectReference
  readonly eventTime: string | null
  readonly controller: string | undefined
  readonly instance: string | undefined
  readonly action: string | undefined
  readonly reason: string | undefined
  readonly text: string | undefined
}

export interface EventFieldNames {
  readonly about: string
  readonly controller: string
  readonly text: string
}

const MAX_WORD_LENGTH = 128
const MAX_TEXT_LENGTH = 1024
const ELSEWHERE = 'does not match event.namespace'

/** The rules of both versions. An event with an `eventTime` is in the new format and needs more fields. */
export function validateCommonEvent(report: CommonEvent, names: EventFieldNames, errors: FieldErrors): void {
  const { namespace, about, eventTime } = report
  const place = about.namespace ?? ''
  const isInPlace = place === '' ? mayBeAboutNoNamespace(report) : eventTime !== null || place === namespace
  if (!isInPlace) errors.invalid(`${names.about}.namespace`, place, ELSEWHERE)
  if (eventTime === null) return
  mustBeGiven(names.controller, report.controller, errors)
  errors.format(names.controller, report.controller ?? '', qualifiedName)
  mustBeGiven('reportingInstance', report.instance, errors)
  mustBeShort('reportingInstance', report.instance, MAX_WORD_LENGTH, errors)
  mustBeGiven('action', report.action, errors)
  mustBeShort('action', report.action, MAX_WORD_LENGTH, errors)
  mustBeGiven('reason', report.reason, errors)
  mustBeShort('reason', report.reason, MAX_WORD_LENGTH, errors)
  mustBeShort(names.text, report.text, MAX_TEXT_LENGTH, errors)
}

/** The namespace of events about cluster-scoped objects. */
function mayBeAboutNoNamespace({ namespace, eventTime }: CommonEvent): boolean {
  return namespace === 'default' || (eventTime !== null && namespace === 'kube-system')
}

function mustBeShort(field: string, text: string | undefined, limit: number, errors: FieldErrors): void {
  if (text !== undefined && Buffer.byteLength(text) > limit) {
    errors.invalid(field, '', `can have at most ${limit} characters`)
  }
}
