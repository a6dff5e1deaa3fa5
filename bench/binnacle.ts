import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServer } from './processes.js'
import { newFolder } from './workspace.js'

/** A build of our server. */
export interface Build {
  readonly root: string
}

export const HERE: Build = { root: process.cwd() }

export interface StartOptions {
  /** The data folder; an empty one by default. */
  readonly folder?: string
  /** Whether to keep the folder when the server stops. */
  readonly keep?: boolean
  readonly flags?: readonly string[]
  readonly nodeFlags?: readonly string[]
}

/** Starts a build on the embedded engine. */
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
