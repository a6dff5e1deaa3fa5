import { EventSource } from '#kinds/core/event/core-v1/schema.js'
import { ObjectReference } from '#kinds/shared/object-reference.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  microTime,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const EventSeries = struct(
  'io.k8s.api.events.v1.EventSeries',
  'Series of repeated events that one object represents.',
  () => ({
    count: required(1, int32, 'How often the event has occurred so far; at least twice.'),
    lastObservedTime: required(2, microTime, 'When the event occurred last.'),
  }),
)
export interface EventSeries extends Infer<typeof EventSeries> {}

export const Event = struct(
  'io.k8s.api.events.v1.Event',
  'Report of something that happened to an object.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the event.'),
    eventTime: required(2, microTime, 'When the event was first observed, to the microsecond; required.'),
    series: explicit(3, EventSeries, 'Series that the object represents; absent for a single event.'),
    reportingController: optional(
      4,
      string,
      'Controller that reported the event, such as kubernetes.io/kubelet; required for new events.',
    ),
    reportingInstance: optional(
      5,
      string,
      'Instance of the controller, such as the name of its pod; required, at most 128 bytes.',
    ),
    action: optional(
      6,
      string,
      'What was done, or failed, with regard to the object; required, at most 128 bytes.',
    ),
    reason: optional(
      7,
      string,
      'Reason of the action, as one word for programs; required, at most 128 bytes.',
    ),
    regarding: optional(8, ObjectReference, 'Object that the event is about.'),
    related: explicit(9, ObjectReference, 'Second object of an action that has two.'),
    note: optional(10, string, 'What happened, in words for people; at most 1024 bytes.'),
    type: optional(11, string, 'Normal or Warning; required for new events.'),
    deprecatedSource: optional(12, EventSource, 'Source of an event of the core group.'),
    deprecatedFirstTimestamp: optional(13, time, 'First time of an event of the core group.'),
    deprecatedLastTimestamp: optional(14, time, 'Last time of an event of the core group.'),
    deprecatedCount: optional(15, int32, 'Count of an event of the core group.'),
  }),
)
export interface Event extends Infer<typeof Event> {}
