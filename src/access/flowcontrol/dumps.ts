import type { RequestContext } from '#http/request/request-context.js'
import { sendText } from '#http/response/respond.js'
import type { Route } from '#http/routes/route.js'
import { ESTIMATED_MS, type FairQueue } from './fair-queue.js'
import type { Ticket } from './flow.js'
import type { PriorityLevel } from './priority-level.js'

const FOLDER = '/debug/api_priority_and_fairness'
/** The start of a request that waits. */
const NEVER = '0001-01-01T00:00:00Z'

type Cell = string | number | boolean
type Rows = readonly (readonly Cell[])[]

/** Shows levels, queues and requests in the columns of kube-apiserver. */
export function dumpRoutes(levels: () => readonly PriorityLevel[]): readonly Route[] {
  const route = (name: string, rows: (context: RequestContext) => Rows): Route => ({
    path: `${FOLDER}/${name}`,
    negotiated: false,
    respond: (context) => sendText(context, 200, table(rows(context))),
  })
  return [
    route('dump_priority_levels', () => [LEVEL_COLUMNS, ...levels().map(levelRow)]),
    route('dump_queues', () => [QUEUE_COLUMNS, ...levels().flatMap(queueRows)]),
    route('dump_requests', (context) => {
      const showsDetails = (context.query.get('includeRequestDetails') ?? '') !== ''
      const columns = showsDetails ? [...REQUEST_COLUMNS, ...DETAIL_COLUMNS] : REQUEST_COLUMNS
      return [columns, ...levels().flatMap((level) => requestRows(level, showsDetails))]
    }),
  ]
}

const LEVEL_COLUMNS = [
  ...['PriorityLevelName', 'ActiveQueues', 'IsIdle', 'IsQuiescing', 'WaitingRequests', 'ExecutingRequests'],
  ...['DispatchedRequests', 'RejectedRequests', 'TimedoutRequests', 'CancelledRequests'],
]

function levelRow({
  name,
  queues,
  isIdle,
  isQuiescing,
  waiting,
  running,
  counts,
}: PriorityLevel): readonly Cell[] {
  const { dispatched, rejected, timedOut, cancelled } = counts
  const active = queues.filter((queue) => queue.waiting.length > 0).length
  return [name, active, isIdle, isQuiescing, waiting, running, dispatched, rejected, timedOut, cancelled]
}

const QUEUE_COLUMNS = [
  ...['PriorityLevelName', 'Index', 'PendingRequests', 'ExecutingRequests', 'SeatsInUse', 'NextDispatchR'],
  ...['InitialSeatsSum', 'MaxSeatsSum', 'TotalWorkSum'],
]

function queueRows({ name, hasQueues, queues }: PriorityLevel): Rows {
  if (!hasQueues) return []
  return queues.map(({ index, waiting, running, seatsInUse, seatsWaiting, time }) => [
    ...[name, index, waiting.length, running.length, seatsInUse, seatSeconds(time.value)],
    ...[seatsWaiting, seatsWaiting, seatSeconds(seatsWaiting * ESTIMATED_MS)],
  ])
}

const seatSeconds = (work: number): string => `${(work / 1000).toFixed(8)}ss`

const REQUEST_COLUMNS = [
  ...['PriorityLevelName', 'FlowSchemaName', 'QueueIndex', 'RequestIndexInQueue', 'FlowDistingsher'],
  ...['ArriveTime', 'InitialSeats', 'FinalSeats', 'AdditionalLatency', 'StartTime'],
]
const DETAIL_COLUMNS = [
  ...['UserName', 'Verb', 'APIPath', 'Namespace', 'Name', 'APIVersion', 'Resource', 'SubResource'],
]

function requestRows(level: PriorityLevel, showsDetails: boolean): Rows {
  const row = (ticket: Ticket, queue: number, index: number) => {
    const { flow, width, arrivedAt, startedAt, request } = ticket
    const started = startedAt === undefined ? NEVER : timeOf(startedAt)
    return [
      ...[level.name, flow.schema.name, queue, index, flow.distinguisher],
      ...[timeOf(arrivedAt), width, 0, '0s', started],
      ...(showsDetails ? details(request as RequestContext) : []),
    ]
  }
  // Requests of queues that were replaced since are left out.
  return level.queues.flatMap(({ index, waiting, running }: FairQueue<Ticket>) => [
    ...waiting.map((ticket, place) => row(ticket, level.hasQueues ? index : -1, place)),
    ...running.map((ticket) => row(ticket, level.hasQueues ? index : -1, -1)),
  ])
}

const timeOf = (milliseconds: number): string => new Date(performance.timeOrigin + milliseconds).toISOString()

function details({ attributes: { user, verb, path, resource } }: RequestContext): readonly Cell[] {
  const { namespace = '', name = '', version = '', plural = '', subresource = '' } = resource ?? {}
  return [user.name, verb, path, namespace, name, version, plural, subresource]
}

/** Cells of a column begin below each other. */
function table(rows: Rows): string {
  const texts = rows.map((row) =>
    row.map((cell, index) => String(cell) + (index < row.length - 1 ? ',' : '')),
  )
  const widths = (texts[0] ?? []).map((_, index) =>
    texts.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  )
  const line = (row: readonly string[]) =>
    row.map((cell, index) => (index < row.length - 1 ? cell.padEnd((widths[index] ?? 0) + 1) : cell)).join('')
  return texts.map((row) => `${line(row)}\n`).join('')
}
