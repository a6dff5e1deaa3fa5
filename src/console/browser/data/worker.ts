import { ACCEPT, withQuery } from '#console/model/api/resource.js'
import { type Watcher, WatchStreams } from '#console/model/stream/watch-streams.js'
import { WATCHES_PATH } from '#protocol/watches.js'
import type { FromWorker, Source, ToWorker } from './messages.js'
import { ObjectSet } from './object-set.js'
import { readMoment } from './read-moment.js'
import { TableRows } from './table-rows.js'

const post = (message: FromWorker) => postMessage(message)
const open = new Map<string, TableRows | ObjectSet>()
let token: string | undefined

const headers = (): Record<string, string> =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` }

const streams = new WatchStreams({
  send: (request, signal) =>
    fetch(WATCHES_PATH, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': ACCEPT.object },
      body: JSON.stringify(request),
      signal,
    }),
  hasReached: async (path, resourceVersion) => {
    const query = { limit: '1', resourceVersion, resourceVersionMatch: 'NotOlderThan' }
    const response = await fetch(withQuery(path, query), { headers: headers() })
    await response.body?.cancel()
    return response.status !== 504
  },
  onConnection: (connection, failure) => post({ type: 'connection', connection, failure }),
})

function start(id: string, source: Source): void {
  const reader =
    source.as === 'table'
      ? new TableRows(source, (table) => post({ type: 'table', id, table }))
      : new ObjectSet(source, (objects) => post({ type: 'objects', id, objects }))
  open.set(id, reader)
  if (source.at === undefined) streams.add(id, listedIfRefused(reader))
  else void readMoment(reader, source.at, headers())
}

/** Who may list and not watch sees what is there, without its changes. */
const listedIfRefused = (reader: TableRows | ObjectSet): Watcher => ({
  path: reader.path,
  accept: reader.accept,
  restart: () => reader.restart(),
  complete: () => reader.complete(),
  event: (type, object) => reader.event(type, object),
  failed: (failure) => {
    if (failure.code === 403) void readMoment(reader, undefined, headers())
    else reader.failed(failure)
  },
})

function stop(id: string): void {
  open.get(id)?.close()
  open.delete(id)
  streams.remove(id)
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'token':
      if (token === data.token) return
      token = data.token
      return streams.retry()
    case 'open':
      return start(data.id, data.source)
    case 'close':
      return stop(data.id)
    case 'hurry':
      return streams.hurry()
    case 'retry':
      return streams.retry()
    default: {
      const table = open.get(data.id)
      if (!(table instanceof TableRows)) return
      if (data.type === 'view') table.view(data.view)
      else if (data.type === 'all') post({ type: 'all', id: data.id, rows: table.all() })
      else table.window(data.start, data.count)
    }
  }
})
