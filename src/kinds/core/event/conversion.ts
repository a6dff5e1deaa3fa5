import type { Conversion } from '#registry/kind.js'
import type * as core from './core-v1/schema.js'
import type * as events from './events-v1/schema.js'

/** `events.k8s.io/v1` from and to `v1`, which is stored. Each field of one has its counterpart in the other. */
export const eventsV1Conversion: Conversion<events.Event, core.Event> = {
  fromStored: ({ kind, apiVersion, metadata, ...event }) => ({
    kind,
    apiVersion,
    metadata,
    eventTime: event.eventTime,
    series: event.series && {
      count: event.series.count ?? 0,
      lastObservedTime: event.series.lastObservedTime,
    },
    reportingController: given(event.reportingComponent),
    reportingInstance: given(event.reportingInstance),
    action: event.action,
    reason: event.reason,
    regarding: event.involvedObject,
    related: event.related,
    note: event.message,
    type: event.type,
    deprecatedSource: event.source,
    deprecatedFirstTimestamp: event.firstTimestamp,
    deprecatedLastTimestamp: event.lastTimestamp,
    deprecatedCount: event.count,
  }),

  toStored: ({ kind, apiVersion, metadata, ...event }) => ({
    kind,
    apiVersion,
    metadata,
    involvedObject: event.regarding,
    reason: event.reason,
    message: event.note,
    source: event.deprecatedSource,
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
    type: event.type,
    eventTime: event.eventTime,
    series: event.series && {
      count: event.series.count === 0 ? undefined : event.series.count,
      lastObservedTime: event.series.lastObservedTime,
    },
    action: event.action,
    related: event.related,
    reportingComponent: event.reportingController ?? '',
    reportingInstance: event.reportingInstance ?? '',
  }),
}

/** A string that one version leaves out and the other shows empty. */
const given = (text: string) => (text === '' ? undefined : text)
