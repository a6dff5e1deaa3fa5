import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  stop(): Promise<void>
}

/** The built server on the embedded engine, in a folder that goes with it. */
export async function startBinnacle(): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
  const args = ['dist/cli/main.js', 'serve', '--port', '0', '--data-dir', folder, '--log-level', 'error']
  const server = await start(args)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** The built server on an etcd cluster. */
export const startBinnacleOn = (endpoints: readonly string[]) =>
  start([
    'dist/cli/main.js',
    'serve',
    '--port',
    '0',
    '--log-level',
    'error',
    '--storage',
    'etcd',
    '--etcd-endpoints',
    endpoints.join(','),
  ])

/** A bare node:http server that answers every request with the bytes given. */
export async function startBare(body: Buffer, code: number): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-bare-'))
  const file = join(folder, 'body')
  await writeFile(file, body)
  const server = await start(['.build/bench/bare-server.js', String(code), file])
  await rm(folder, { recursive: true })
  return server
}

/** A bare node:http server that puts every body into lmdb. */
export const startBareStore = () => start(['.build/bench/bare-store.js'])

/** A bare node:http server that sends a frame to every open stream for every write. */
export const startBareStreams = (frame: Buffer) =>
  start(['.build/bench/bare-streams.js', frame.toString('base64')])

async function start(args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await firstUrl(child)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function firstUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server has no output to read')
  for await (const line of createInterface({ input: stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url !== undefined) {
      stdout.resume()
      return url
    }
  }
  throw new Error('the server ended before it said where it listens')
}
