import { countByTime } from '#console/model/time/moments.js'
import type { PastWrite } from '#protocol/history.js'
import { timeOf } from './kept-history.js'

const BARS = 60
const HEIGHT = 32

/** How many writes there were when. */
export function WriteBars({ writes }: { writes: readonly PastWrite[] }) {
  const newest = writes[0]
  const oldest = writes.at(-1)
  if (newest === undefined || oldest === undefined || newest.time === oldest.time) return null
  const counts = countByTime(writes, BARS)
  const most = Math.max(...counts)
  const label = `${writes.length} changes from ${timeOf(oldest.time)} to ${timeOf(newest.time)}`
  return (
    <figure class="write-bars">
      <svg viewBox={`0 0 ${BARS * 10} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {counts.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT)
          return (
            <rect
              key={index}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
              class={count === 0 ? 'none' : ''}
            />
          )
        })}
      </svg>
      <figcaption class="muted">
        <span>{timeOf(oldest.time)}</span>
        <span>{timeOf(newest.time)}</span>
      </figcaption>
    </figure>
  )
}
