import { failureOf, unreachable } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { withQuery } from '#console/model/api/resource.js'
import type { Watcher } from '#console/model/stream/watch-streams.js'
import type { Table } from '#console/model/table/row.js'
import { TableRows } from './table-rows.js'

/** Reads a collection as it was at a resource version, or as it is. */
export async function readMoment(
  reader: Watcher,
  at: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const exact = at === undefined ? {} : { resourceVersion: at, resourceVersionMatch: 'Exact' }
  const path = withQuery(reader.path, exact)
  try {
    const response = await fetch(path, { headers: { ...headers, Accept: reader.accept } })
    const body = await response.json().catch(() => undefined)
    if (!response.ok) return reader.failed(failureOf(response.status, body))
    reader.restart()
    if (reader instanceof TableRows) {
      const { rows, ...rest } = body as Table
      reader.columns(rest)
      reader.event('ADDED', { rows })
    } else {
      const { items, apiVersion, kind } = body as { items: ApiObject[]; apiVersion: string; kind: string }
      for (const item of items) {
        reader.event('ADDED', { apiVersion, kind: kind.replace(/List$/, ''), ...item })
      }
    }
    reader.complete()
  } catch (error) {
    reader.failed(unreachable(error))
  }
}
