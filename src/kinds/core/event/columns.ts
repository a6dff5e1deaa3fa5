import { formatAge } from '#registry/serialize/age.js'
import type { Column } from '#registry/serialize/column.js'
import { eventsV1Conversion } from './conversion.js'
import type { Event } from './core-v1/schema.js'
import type * as events from './events-v1/schema.js'

export const eventColumns: readonly Column<Event>[] = [
  {
    name: 'Last Seen',
    type: 'string',
    description: 'Time since the event last occurred.',
    passing: true,
    cell: (event, now) => formatAge(lastSeen(event), now),
  },
  {
    name: 'Type',
    type: 'string',
    description: 'Normal or Warning.',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Reason',
    type: 'string',
    description: 'Reason of the event, as one word.',
    cell: ({ reason }) => reason ?? '',
  },
  {
    name: 'Object',
    type: 'string',
    description: 'Kind and name of the object that the event is about.',
    cell: ({ involvedObject: { kind = '', name } }) =>
      name === undefined ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
  },
  {
    name: 'Subobject',
    type: 'string',
    wide: true,
    description: 'Part of the object that the event is about.',
    cell: ({ involvedObject }) => involvedObject.fieldPath ?? '',
  },
  {
    name: 'Source',
    type: 'string',
    wide: true,
    description: 'Program that reported the event, and where it runs.',
    cell: reporter,
  },
  {
    name: 'Message',
    type: 'string',
    description: 'What happened, in words.',
    cell: ({ message }) => message?.trim() ?? '',
  },
  {
    name: 'First Seen',
    type: 'string',
    wide: true,
    description: 'Time since the event first occurred.',
    passing: true,
    cell: (event, now) => formatAge(firstSeen(event), now),
  },
  {
    name: 'Count',
    type: 'string',
    wide: true,
    description: 'How often the event has occurred.',
    cell: ({ series, count }) => (series === undefined ? (count ?? 1) : (series.count ?? 0)),
  },
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    wide: true,
    description: 'Name of the event.',
    cell: ({ metadata }) => metadata.name ?? '',
  },
]

const firstSeen = ({ firstTimestamp, eventTime }: Event) => firstTimestamp ?? eventTime

const lastSeen = (event: Event) =>
  event.series === undefined ? (event.lastTimestamp ?? firstSeen(event)) : event.series.lastObservedTime

function reporter({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source.component ?? reportingComponent
  const instance = source.host ?? reportingInstance
  return instance === '' ? component : `${component}, ${instance}`
}

/** The same columns for the other version. */
export const eventsV1Columns: readonly Column<events.Event>[] = eventColumns.map((column) => ({
  ...column,
  cell: (event, now) => column.cell?.(eventsV1Conversion.toStored(event), now) ?? '',
}))
