import { type ApiObject, numberAt, textAt } from '#console/model/api/object.js'
import { newestFirst, timeOfEvent } from '#console/model/health/events.js'
import { findKind } from '../api/kinds.js'
import { linkTo } from '../state/router.js'
import { Age } from '../ui/age.js'

const SHOWN = 8

/** The newest warnings. */
export function WarningList({ events }: { events: readonly ApiObject[] }) {
  if (events.length === 0) return null
  return (
    <section class="panel" aria-label="Warnings">
      <h2>
        Warnings <span class="count-badge">{events.length}</span>
      </h2>
      <ul class="rows">
        {newestFirst(events)
          .slice(0, SHOWN)
          .map((event) => (
            <WarningRow key={event.metadata.uid} event={event} />
          ))}
      </ul>
    </section>
  )
}

function WarningRow({ event }: { event: ApiObject }) {
  const [kind = '', name = '', within, apiVersion = ''] = ['kind', 'name', 'namespace', 'apiVersion'].map(
    (field) => textAt(event, 'involvedObject', field),
  )
  const resource = findKind(apiVersion, kind)
  const count = numberAt(event, 'series', 'count') ?? numberAt(event, 'count') ?? 1
  const title = (
    <span class="wrap">
      <span class="muted">{kind}</span> {within !== undefined && `${within}/`}
      <strong>{name}</strong>
    </span>
  )
  return (
    <li class="row">
      {resource === undefined ? (
        <span class="row-name">{title}</span>
      ) : (
        <a class="row-name" href={linkTo({ page: 'object', resource, within, name, tab: 'events' })}>
          {title}
        </a>
      )}
      <div class="row-text">
        <strong>{textAt(event, 'reason')}</strong>
        <span class="wrap">{textAt(event, 'message') ?? textAt(event, 'note')}</span>
        <span class="muted nowrap">
          {count > 1 && `${count} times, `}
          <Age since={timeOfEvent(event)} /> ago
        </span>
      </div>
    </li>
  )
}
