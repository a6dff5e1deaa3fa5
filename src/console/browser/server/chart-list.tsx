import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatBytes, formatNumber, formatSeconds, type Reading } from '#console/model/metrics/readings.js'
import { formatAge } from '#console/model/table/durations.js'
import { REVISIONS_PATH, type RevisionList } from '#protocol/history.js'
import { fetchJson } from '../api/fetch.js'
import { FailureState, LoadingState } from '../ui/states.js'
import { Chart, type Line } from './chart.js'
import { useReadings } from './use-readings.js'

interface ChartEntry {
  readonly title: string
  readonly lines: readonly Line[]
  readonly format: (value: number) => string
}

const line = (field: keyof Reading, label: string, tone: Line['tone'] = 'accent'): Line => ({
  field,
  label,
  tone,
})

const CHARTS: readonly ChartEntry[] = [
  {
    title: 'Requests per second',
    lines: [line('requests', 'all'), line('errors', 'failed (5xx)', 'bad')],
    format: formatNumber,
  },
  {
    title: 'Latency',
    lines: [line('median', 'p50'), line('slowest', 'p99', 'busy')],
    format: formatSeconds,
  },
  { title: 'Watches', lines: [line('watchers', 'open')], format: formatNumber },
  { title: 'Event loop delay', lines: [line('lag', 'p99')], format: formatSeconds },
  {
    title: 'Memory',
    lines: [line('resident', 'resident'), line('heap', 'heap', 'good')],
    format: formatBytes,
  },
  { title: 'Stored objects', lines: [line('objects', 'objects')], format: formatNumber },
  { title: 'Storage', lines: [line('storage', 'data file')], format: formatBytes },
]

/** Live charts of the load. */
export function ChartList() {
  const { readings, failure } = useReadings()
  if (failure !== undefined) return <FailureState failure={failure} />
  const last = readings.at(-1)
  if (last === undefined) return <LoadingState label="Reading the metrics" />
  return (
    <>
      <HistoryWindow />
      <ul class="charts">
        {CHARTS.filter(({ lines }) =>
          lines.some(({ field }) => readings.some((each) => each[field] !== undefined)),
        ).map(({ title, lines, format }) => (
          <li key={title} class="chart-card">
            <h2>{title}</h2>
            <p class="chart-values">
              {lines.map(({ field, label, tone }) => (
                <span key={field} class={`chart-value ${tone}`}>
                  <strong>{last[field] === undefined ? '–' : format(last[field])}</strong> {label}
                </span>
              ))}
            </p>
            <Chart title={title} lines={lines} readings={readings} format={format} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** How far back the history goes. */
function HistoryWindow() {
  const list = useSignal<RevisionList | undefined>(undefined)
  useEffect(() => {
    fetchJson<RevisionList>(REVISIONS_PATH, { query: { count: '2' } }).then(
      (found) => {
        list.value = found
      },
      () => {},
    )
  }, [list])
  if (list.value === undefined) return null
  const { items, historySeconds, now } = list.value
  const [oldest] = items
  const newest = items.at(-1)
  const since = oldest?.time === undefined ? undefined : formatAge(Date.parse(now) - Date.parse(oldest.time))
  return (
    <p class="muted">
      History: kept for {formatAge(historySeconds * 1000)}
      {since !== undefined && `, goes back ${since}`}, from version {oldest?.resourceVersion} to{' '}
      {newest?.resourceVersion}.
    </p>
  )
}
