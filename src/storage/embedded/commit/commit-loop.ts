import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { CommitAnswer, CommitRequest, CommitService } from './commit-service.js'
import type { Mailbox } from './mailbox.js'

/** A request that is answered. */
export type AnsweredRequest = Exclude<CommitRequest, 'stop'>

export interface CommitLoopOptions {
  readonly port: MessagePort
  readonly mailbox: Mailbox
  readonly service: CommitService
}

/** How requests are answered; undefined where no answer is to be sent. */
export type Answer = (request: AnsweredRequest) => CommitAnswer | undefined

/**
 * Sleeps, answers what came meanwhile, and sleeps again, until the thread is asked to stop. The event loop of the thread
 * stands still meanwhile: nothing else is to happen there. `watch` is called after each sleep, of at most that length.
 */
export async function runCommitLoop(
  { port, mailbox, service }: CommitLoopOptions,
  answer: Answer = (request) => ('directory' in request ? service.open(request) : service.commit(request)),
  watch?: { readonly everyMs: number; readonly look: () => void },
): Promise<void> {
  const reply = (request: AnsweredRequest) => {
    const result = answer(request)
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
    watch?.look()
  }
  await service.close()
  port.close()
}
