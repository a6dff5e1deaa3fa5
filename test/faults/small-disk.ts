/** A folder with little space, which can be extended. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  /** How the space is limited. */
  readonly means: string
  readonly directory: string
  /** The error of a store without space. */
  readonly reason: RegExp
  makeRoom(): void
  remove(): Promise<void>
}

/**
 * A tmpfs of that size if we may mount one: a real full disk. Otherwise the kernel's limit on the file size of this
 * process, which fails the same calls with another error.
 */
export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-full-'))
  const remove = () => rm(directory, { recursive: true })
  if (attempt('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'binnacle-test', directory)) {
    return {
      means: 'a tmpfs',
      directory,
      reason: /^the store cannot write: no space left on device$/,
      makeRoom: () => run('mount', '-o', `remount,size=${64 * bytes}`, directory),
      remove: () => {
        run('umount', directory)
        return remove()
      },
    }
  }
  const limitFiles = (limit: number | 'unlimited') => ['--pid', String(process.pid), `--fsize=${limit}:`]
  if (attempt('prlimit', ...limitFiles(bytes))) {
    return {
      means: 'a limit on the size of files',
      directory,
      reason: /^the store cannot write: (file too large|i\/o error)$/,
      makeRoom: () => run('prlimit', ...limitFiles('unlimited')),
      remove,
    }
  }
  await remove()
  throw new Error('no small disk can be made: neither mount nor prlimit works')
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function attempt(command: string, ...args: string[]): boolean {
  try {
    run(command, ...args)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
