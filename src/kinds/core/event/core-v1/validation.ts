import { type EventFieldNames, validateCommonEvent } from '#kinds/core/event/common-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Event } from './schema.js'

const NAMES: EventFieldNames = { about: 'involvedObject', controller: 'reportingComponent', text: 'message' }

export function validateEvent(event: Readonly<Event>, errors: FieldErrors): void {
  validateCommonEvent(
    {
      namespace: event.metadata.namespace ?? '',
      about: event.involvedObject,
      eventTime: event.eventTime,
      controller: event.reportingComponent,
      instance: event.reportingInstance,
      action: event.action,
      reason: event.reason,
      text: event.message,
    },
    NAMES,
    errors,
  )
}
