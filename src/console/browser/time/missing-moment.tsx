import { formatAge } from '#console/model/table/durations.js'
import { EmptyState } from '../ui/states.js'
import { kept } from './kept-history.js'

/** In place of a page whose moment has not come. It appears when the moment does. */
export function FutureMoment() {
  const newest = kept.value?.items.at(-1)?.resourceVersion
  return (
    <EmptyState isPage icon="clock" title="This moment has not come yet">
      {newest !== undefined && `The newest version of the server is ${newest}. `}
      The link may be of another server. Go back to now.
    </EmptyState>
  )
}

/** In place of a page whose moment has left the history. Collections that have not changed since could be read, but others not. */
export function ExpiredMoment() {
  const seconds = kept.value?.historySeconds
  return (
    <EmptyState isPage icon="clock" title="This moment is no longer kept">
      {seconds !== undefined && `The server keeps its history for ${formatAge(seconds * 1000)}. `}
      Go back to now, or to the oldest moment that is left.
    </EmptyState>
  )
}
