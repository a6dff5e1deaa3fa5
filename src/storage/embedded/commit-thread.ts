/** The thread that commits: one transaction per message, and an answer when it is on disk. */
import { parentPort, workerData } from 'node:worker_threads'
import { type CommitRequest, CommitService } from './commit-service.js'

if (parentPort === null) throw new Error('the commit thread was started as a program')
const port = parentPort
const service = new CommitService(workerData)

port.on('message', async (request: CommitRequest) => {
  if (request === 'stop') {
    await service.close()
    port.close()
    return
  }
  const answer = 'directory' in request ? service.open(request) : service.commit(request)
  if (answer !== undefined) port.postMessage(answer)
})
