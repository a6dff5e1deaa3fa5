/** The entry of the commit thread: one transaction at a time, with a response when it is on disk. */
import { parentPort, workerData } from 'node:worker_threads'
import { runCommitLoop } from './commit-loop.js'
import { CommitService } from './commit-service.js'
import { Mailbox } from './mailbox.js'

if (parentPort === null) throw new Error('the commit thread was started as a program')
await runCommitLoop({
  port: parentPort,
  mailbox: new Mailbox(workerData.mailbox),
  service: new CommitService(workerData),
})
