/**
 * A commit thread with fault injection: a file named `fault` in the data folder names the fault of the next commit,
 * or of now for `die idle`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type RequestWithResponse, runCommitLoop } from './commit-loop.js'
import { type CommitResponse, CommitService } from './commit-service.js'
import { Mailbox } from './mailbox.js'

export type Fault =
  /** The thread exits before the commit. */
  | 'die before'
  /** The thread exits after the commit, without a response. */
  | 'die after'
  /** The commit fails, as on a full disk. */
  | 'fail'
  /** The thread exits while idle. */
  | 'die idle'

const FAULT_CHECK_MS = 5

if (parentPort === null) throw new Error('the commit thread was started as a program')
let faultFile = ''
const service = new CommitService(workerData)
const options = { port: parentPort, mailbox: new Mailbox(workerData.mailbox), service }
await runCommitLoop(options, handle, { everyMs: FAULT_CHECK_MS, check: dieIfAskedTo })

function handle(request: RequestWithResponse): CommitResponse | undefined {
  if ('directory' in request) {
    faultFile = join(request.directory, 'fault')
    return service.open(request)
  }
  const fault = takeFault()
  if (fault === 'die before') process.exit(1)
  if (fault === 'fail') return { error: { message: 'No space left on device', code: 28 } }
  const result = service.commit(request)
  if (fault === 'die after') process.exit(1)
  return result
}

function dieIfAskedTo(): void {
  if (!existsSync(faultFile) || readFileSync(faultFile, 'utf8') !== 'die idle') return
  rmSync(faultFile)
  process.exit(1)
}

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
