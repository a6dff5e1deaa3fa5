import { drained } from '#http/connection/channel.js'
import { RequestAborted } from '#http/request/body.js'
import type { RequestContext } from '#http/request/request-context.js'
import { beginResponse } from '#http/response/respond.js'
import { badRequest, tooLargeVersion, tooOldVersion } from '#meta/api-error.js'
import { storageApiError } from '#registry/storage-errors.js'
import { type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import { ChangeQueue, type QueuedWrite, QueueOverflow } from './archive/change-queue.js'
import { encodeWrite, LOG_FORMAT, logHeaderLine } from './archive/log-format.js'
import type { HeldRevisions } from './held-revisions.js'

const TYPE = 'application/octet-stream'

export interface ChangeSource {
  readonly storage: Storage
  readonly held: HeldRevisions
  readonly version: string
  readonly now: () => number
  /** Ends the response. */
  readonly signal: AbortSignal
}

/** Sends the writes after a revision up to the current one, as a change log. */
export async function sendChanges(context: RequestContext, source: ChangeSource): Promise<void> {
  const { storage, held, version, now, signal } = source
  const after = revisionIn(context.query.get('after'))
  const upTo = await storage.currentRevision()
  const release = held.hold(after)
  const queue = await follow(source, after, upTo).catch((error: unknown) => {
    release()
    throw error
  })
  held.linger(upTo)
  context.endStream = () => context.response.destroy()
  const ended = endOf(context, signal)
  try {
    const body = beginResponse(context, 200, { 'Content-Type': TYPE })
    const write = async (bytes: Buffer) => {
      signal.throwIfAborted()
      if (!context.isOpen) throw new RequestAborted()
      body.write(bytes)
      await drained(body)
    }
    const created = new Date(now()).toISOString()
    await write(logHeaderLine({ format: LOG_FORMAT, created, version, store: '', after }))
    for (let position = after; position < upTo; ) {
      const writes = await taken(queue, ended.promise)
      // The client goes on with another request.
      if (writes === undefined) break
      for (const { revision, changes, receivedAt } of writes) {
        if (revision > upTo) break
        await write(encodeWrite({ revision, time: receivedAt, changes }))
      }
      position = (writes.at(-1) as QueuedWrite).revision
    }
    body.end()
  } catch (error) {
    throw storageApiError(error)
  } finally {
    ended.forget()
    queue.close()
    release()
  }
}

/** Rejects when the server closes or the client leaves. */
function endOf({ response }: RequestContext, signal: AbortSignal) {
  let onAbort = () => {}
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    response.once('close', () => reject(new RequestAborted()))
  })
  promise.catch(() => undefined)
  const forget = () => signal.removeEventListener('abort', onAbort)
  return { promise, forget }
}

async function follow({ storage, now }: ChangeSource, after: Revision, upTo: Revision): Promise<ChangeQueue> {
  if (after > upTo) throw tooLargeVersion(after, upTo)
  try {
    return await ChangeQueue.follow(storage, after, now, () => false)
  } catch (error) {
    if (error instanceof RevisionUnavailable) throw tooOldVersion(after, error.limit)
    throw storageApiError(error)
  }
}

/** The next writes; undefined if there were too many at once. */
async function taken(queue: ChangeQueue, ended: Promise<never>): Promise<readonly QueuedWrite[] | undefined> {
  try {
    for (;;) {
      const writes = queue.take()
      if (writes.length > 0) return writes
      await Promise.race([new Promise<void>((resolve) => queue.onWork(resolve)), ended])
    }
  } catch (error) {
    if (error instanceof QueueOverflow) return undefined
    throw error
  }
}

function revisionIn(text: string | null): Revision {
  if (text !== null && /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) {
    return Number(text) as Revision
  }
  throw badRequest('after: expected the revision after which the changes begin')
}
