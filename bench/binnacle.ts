import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServer } from './processes.js'
import { newFolder } from './workspace.js'

/** Where a server of ours was built. */
export interface Build {
  readonly root: string
}

export const HERE: Build = { root: process.cwd() }

export interface StartOptions {
  /** The data folder, an empty one when left out. */
  readonly folder?: string
  /** Whether the folder stays when the server has stopped. */
  readonly keep?: boolean
  readonly flags?: readonly string[]
  readonly nodeFlags?: readonly string[]
}

/** The built server on the embedded engine. */
export async function startBinnacle(build: Build, options: StartOptions = {}): Promise<ServerProcess> {
  const { folder = await newFolder('data'), keep = false, flags = [], nodeFlags = [] } = options
  const main = join(build.root, 'dist/cli/main.js')
  const args = ['serve', '--port', '0', '--data-dir', folder, '--log-level', 'error', ...flags]
  const server = await startServer([...nodeFlags, main, ...args])
  return {
    ...server,
    stop: async () => {
      await server.stop()
      if (!keep) await rm(folder, { recursive: true })
    },
  }
}
