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

export const EventSource = struct(
  'io.k8s.api.core.v1.EventSource',
  'Where an event was reported from.',
  () => ({
    component: optional(1, string, 'Program that reported the event.'),
    host: optional(2, string, 'Node that the event was reported from.'),
  }),
)
export interface EventSource extends Infer<typeof EventSource> {}

export const EventSeries = struct(
  'io.k8s.api.core.v1.EventSeries',
  'Series of repeated events that one object represents.',
  () => ({
    count: optional(1, int32, 'How often the event has occurred so far.'),
    lastObservedTime: optional(2, microTime, 'When the event occurred last.'),
  }),
)
export interface EventSeries extends Infer<typeof EventSeries> {}

export const Event = struct(
  'io.k8s.api.core.v1.Event',
  'Report of something that happened to an object.',
  () => ({
    ...typeMeta,
    metadata: required(1, ObjectMeta, 'Name, namespace, labels and other standard data of the event.'),
    involvedObject: required(2, ObjectReference, 'Object that the event is about.'),
    reason: optional(3, string, 'Reason of the event, as one word for programs.'),
    message: optional(4, string, 'What happened, in words for people.'),
    source: optional(5, EventSource, 'Program that reported the event.'),
    firstTimestamp: optional(6, time, 'When the event was first reported.'),
    lastTimestamp: optional(7, time, 'When the event was last reported.'),
    count: optional(8, int32, 'How often the event has occurred.'),
    type: optional(9, string, 'Normal or Warning; others may follow.'),
    eventTime: optional(10, microTime, 'When the event was first observed, to the microsecond.'),
    series: explicit(11, EventSeries, 'Series that the object represents; absent for a single event.'),
    action: optional(12, string, 'What was done, or failed, with regard to the object.'),
    related: explicit(13, ObjectReference, 'Second object of an action that has two.'),
    reportingComponent: required(
      14,
      string,
      'Controller that reported the event, such as kubernetes.io/kubelet.',
      { mustBeGiven: false },
    ),
    reportingInstance: required(15, string, 'Instance of the controller, such as the name of its pod.', {
      mustBeGiven: false,
    }),
  }),
)
export interface Event extends Infer<typeof Event> {}
