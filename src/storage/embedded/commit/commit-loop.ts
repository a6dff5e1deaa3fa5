import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { CommitRequest, CommitResponse, CommitService } from './commit-service.js'
import type { Mailbox } from './mailbox.js'

/** A request with a response. */
export type RequestWithResponse = Exclude<CommitRequest, 'stop'>

export interface CommitLoopOptions {
  readonly port: MessagePort
  readonly mailbox: Mailbox
  readonly service: CommitService
}

/** Handles a request; undefined when no response is sent. */
export type HandleRequest = (request: RequestWithResponse) => CommitResponse | undefined

/**
 * Sleeps, handles pending requests, and sleeps again, until the thread is told to stop. Blocks the thread's event
 * loop, which has nothing else to do. Calls `watch` after each sleep, which takes at most that long.
 */
export async function runCommitLoop(
  { port, mailbox, service }: CommitLoopOptions,
  handle: HandleRequest = (request) =>
    'directory' in request ? service.open(request) : service.commit(request),
  watch?: { readonly everyMs: number; readonly check: () => void },
): Promise<void> {
  const reply = (request: RequestWithResponse) => {
    const result = handle(request)
    if (result === undefined) return
    if (result.error === undefined) mailbox.reportSuccess()
    port.postMessage(result)
  }
  for (let isWanted = true; isWanted; ) {
    mailbox.sleep(watch?.everyMs)
    const packed = mailbox.take()
    if (packed !== undefined) reply({ buffer: packed.buffer, length: packed.length })
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      const request: CommitRequest = next.message
      if (request === 'stop') isWanted = false
      else reply(request)
    }
    watch?.check()
  }
  await service.close()
  port.close()
}
