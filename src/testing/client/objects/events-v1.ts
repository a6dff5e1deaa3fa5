// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { EventSource, ObjectReference } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

/** Report of something that happened to an object. */
export interface Event {
  kind: 'Event'
  apiVersion: 'events.k8s.io/v1'
  /** Name, namespace, labels and other standard data of the event. */
  metadata: ObjectMeta
  /** When the event was first observed, to the microsecond; required. */
  eventTime: string | null
  /** Series that the object represents; absent for a single event. */
  series?: EventSeries
  /** Controller that reported the event, such as kubernetes.io/kubelet; required for new events. */
  reportingController?: string
  /** Instance of the controller, such as the name of its pod; required, at most 128 bytes. */
  reportingInstance?: string
  /** What was done, or failed, with regard to the object; required, at most 128 bytes. */
  action?: string
  /** Reason of the action, as one word for programs; required, at most 128 bytes. */
  reason?: string
  /** Object that the event is about. */
  regarding: ObjectReference
  /** Second object of an action that has two. */
  related?: ObjectReference
  /** What happened, in words for people; at most 1024 bytes. */
  note?: string
  /** Normal or Warning; required for new events. */
  type?: string
  /** Source of an event of the core group. */
  deprecatedSource: EventSource
  /** First time of an event of the core group. */
  deprecatedFirstTimestamp: string | null
  /** Last time of an event of the core group. */
  deprecatedLastTimestamp: string | null
  /** Count of an event of the core group. */
  deprecatedCount?: number
}

/** Series of repeated events that one object represents. */
export interface EventSeries {
  /** How often the event has occurred so far; at least twice. */
  count: number
  /** When the event occurred last. */
  lastObservedTime: string | null
}
