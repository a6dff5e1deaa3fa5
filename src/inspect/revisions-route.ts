import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import { badRequest } from '#meta/api-error.js'
import {
  DEFAULT_REVISION_COUNT,
  MAX_REVISION_COUNT,
  type RevisionList,
  type RevisionTime,
} from '#protocol/history.js'
import { integerOption } from '#registry/read/list-options.js'
import { storageApiError } from '#registry/storage-errors.js'
import { INITIAL_REVISION, type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import type { Inspected } from './inspected.js'

/** Serves resource versions over the kept history, with their times. */
export class RevisionsRoute {
  readonly #inspected: Inspected

  constructor(inspected: Inspected) {
    this.#inspected = inspected
  }

  async respond(context: RequestContext): Promise<void> {
    const count = integerOption(context.query, 'count') ?? DEFAULT_REVISION_COUNT
    if (count < 2 || count > MAX_REVISION_COUNT) {
      throw badRequest(`count: Invalid value: ${count}: must be 2 to ${MAX_REVISION_COUNT}`)
    }
    const { clock, historyWindowMs } = this.#inspected
    try {
      const items = await this.#spread(count)
      await sendValue(context, 200, {
        kind: 'RevisionList',
        apiVersion: 'binnacle.dev/v1',
        now: new Date(clock.now()).toISOString(),
        historySeconds: Math.round(historyWindowMs / 1000),
        items,
      } satisfies RevisionList)
    } catch (error) {
      throw storageApiError(error)
    }
  }

  async #spread(count: number): Promise<RevisionTime[]> {
    const { storage } = this.#inspected
    const newest = await storage.currentRevision()
    const oldest = Math.min(await oldestRevision(storage), newest)
    const steps = Math.min(count - 1, newest - oldest)
    const items: RevisionTime[] = []
    for (let step = 0; step <= steps; step++) {
      const revision = Math.round(oldest + ((newest - oldest) * step) / Math.max(steps, 1)) as Revision
      const time = await storage.timeOf(revision)
      items.push({
        resourceVersion: String(revision),
        time: time === undefined ? undefined : new Date(time).toISOString(),
      })
    }
    return items
  }
}

/** The oldest revision that can be read. */
async function oldestRevision(storage: Storage): Promise<Revision> {
  try {
    await storage.range('~', { at: INITIAL_REVISION, limit: 1 })
    return INITIAL_REVISION
  } catch (error) {
    if (error instanceof RevisionUnavailable && error.reason === 'compacted') return error.limit
    throw error
  }
}
