import { type ReportNames, validateReport } from '#kinds/core/event/report-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Event } from './schema.js'

const NAMES: ReportNames = { about: 'involvedObject', controller: 'reportingComponent', text: 'message' }

export function validateEvent(event: Readonly<Event>, errors: FieldErrors): void {
  validateReport(
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
