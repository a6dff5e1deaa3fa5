import { at, numberAt, textAt } from '#console/model/api/object.js'
import { newestFirst, timeOfEvent } from '#console/model/health/events.js'
import { useObjects } from '../data/hooks.js'
import { Age } from '../ui/age.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import type { TabProps } from './tab-props.js'

const EVENTS = { group: '', version: 'v1', plural: 'events' }

/** Events about the object, the newest first. */
export default function EventsTab({ object }: TabProps) {
  const { namespace, uid } = object.metadata
  const fields = `involvedObject.uid=${uid ?? ''}`
  const { items, isComplete, failure } = useObjects(EVENTS, { namespace, fields })
  if (failure !== undefined) return <FailureState failure={failure} />
  if (!isComplete) return <LoadingState />
  if (items.length === 0) return <EmptyState icon="clock" title="There are no events" />
  return (
    <section class="tab-panel">
      <table class="plain-table stacked">
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Reason</th>
            <th scope="col">Message</th>
            <th scope="col">Count</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {newestFirst(items).map((event) => (
            <tr key={event.metadata.uid}>
              <td>
                <span class={`tone ${at(event, 'type') === 'Warning' ? 'bad' : 'good'}`}>
                  {textAt(event, 'type')}
                </span>
              </td>
              <td>{textAt(event, 'reason')}</td>
              <td class="wrap line">{textAt(event, 'message') ?? textAt(event, 'note')}</td>
              <td class="number">{numberAt(event, 'series', 'count') ?? numberAt(event, 'count') ?? 1}</td>
              <td class="muted nowrap">
                <Age since={timeOfEvent(event)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
