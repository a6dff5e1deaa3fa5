/**
 * A commit thread that can be made to fail: a file named `fault` in the data folder says how, and is used up by
 * the next commit, or at once where it says so.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type CommitAnswer, type CommitRequest, CommitService } from './commit-service.js'

export type Fault =
  /** The thread ends before it commits. */
  | 'die before'
  /** The thread ends when it has committed, and has not said so. */
  | 'die after'
  /** The commit fails, as on a full disk. */
  | 'fail'
  /** The thread ends although nothing is to be committed. */
  | 'die idle'

if (parentPort === null) throw new Error('the commit thread was started as a program')
const port = parentPort
let faultFile = ''
const service = new CommitService(workerData)

port.on('message', async (request: CommitRequest) => {
  if (request === 'stop') {
    await service.close()
    port.close()
    return
  }
  if ('directory' in request) {
    faultFile = join(request.directory, 'fault')
    port.postMessage(service.open(request))
    return
  }
  const fault = takeFault()
  if (fault === 'die before') process.exit(1)
  if (fault === 'fail') {
    port.postMessage({ error: { message: 'No space left on device', code: 28 } } satisfies CommitAnswer)
    return
  }
  const answer = service.commit(request)
  if (fault === 'die after') process.exit(1)
  port.postMessage(answer)
})
setInterval(() => {
  if (existsSync(faultFile) && readFileSync(faultFile, 'utf8') === 'die idle') {
    rmSync(faultFile)
    process.exit(1)
  }
}, 5).unref()

function takeFault(): Fault | undefined {
  try {
    const fault = readFileSync(faultFile, 'utf8') as Fault
    rmSync(faultFile)
    return fault
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
