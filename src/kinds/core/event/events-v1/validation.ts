import { type EventFieldNames, validateCommonEvent } from '#kinds/core/event/common-rules.js'
import { isUnchanged, mustStayUnchanged } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { Event, type EventSeries } from './schema.js'

const NAMES: EventFieldNames = { about: 'regarding', controller: 'reportingController', text: 'note' }

export function validateEvent(event: Readonly<Event>, errors: FieldErrors): void {
  validateCommonEvent(
    {
      namespace: event.metadata.namespace ?? '',
      about: event.regarding,
      eventTime: event.eventTime,
      controller: event.reportingController,
      instance: event.reportingInstance,
      action: event.action,
      reason: event.reason,
      text: event.note,
    },
    NAMES,
    errors,
  )
}

const TYPES = ['Normal', 'Warning']
const UNWANTED = 'needs to be unset'

/** A new event has none of the deprecated fields. */
export function validateNewEvent(event: Readonly<Event>, errors: FieldErrors): void {
  const { deprecatedSource: source, type = '' } = event
  mustFollow('metadata.name', event.metadata.name, rfc1123Subdomain, errors)
  errors.field('series', event.series, validateSeries)
  if (event.eventTime === null) errors.required('eventTime')
  if (!TYPES.includes(type)) errors.invalid('type', '', `has invalid value: ${type}`)
  if (event.deprecatedFirstTimestamp !== null) errors.invalid('deprecatedFirstTimestamp', '', UNWANTED)
  if (event.deprecatedLastTimestamp !== null) errors.invalid('deprecatedLastTimestamp', '', UNWANTED)
  if (event.deprecatedCount !== undefined) errors.invalid('deprecatedCount', '', UNWANTED)
  if (source.component !== undefined || source.host !== undefined) {
    errors.invalid('deprecatedSource', '', UNWANTED)
  }
}

function validateSeries({ count, lastObservedTime }: EventSeries, errors: FieldErrors): void {
  if (count < 2) errors.invalid('count', '', 'should be at least 2')
  if (lastObservedTime === null) errors.required('lastObservedTime')
}

/** Everything but the series, which continues. */
const FIXED = [
  'regarding',
  'reason',
  'note',
  'deprecatedSource',
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'deprecatedCount',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingController',
  'reportingInstance',
] as const

export function validateEventUpdate(
  event: Readonly<Event>,
  current: Readonly<Event>,
  errors: FieldErrors,
): void {
  if (!isUnchanged(Event, 'series', event, current)) errors.field('series', event.series, validateSeries)
  for (const field of FIXED) mustStayUnchanged(Event, field, event, current, errors)
}
