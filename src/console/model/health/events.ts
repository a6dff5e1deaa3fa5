import { type ApiObject, textAt } from '../api/object.js'

/** When an event was last seen. */
export const timeOfEvent = (event: ApiObject): string =>
  textAt(event, 'series', 'lastObservedTime') ??
  textAt(event, 'lastTimestamp') ??
  textAt(event, 'eventTime') ??
  event.metadata.creationTimestamp ??
  ''

/** The newest first. */
export const newestFirst = (events: readonly ApiObject[]): readonly ApiObject[] =>
  events.toSorted((one, other) => (timeOfEvent(one) < timeOfEvent(other) ? 1 : -1))
