import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from './processes.js'
import { newFile, newFolder } from './workspace.js'

/** The baselines. Each is a program of its own in this folder. */
const program = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url))

/** A bare node:http server that sends the same bytes for every request. */
export async function startBare(body: Buffer, code: number): Promise<ServerProcess> {
  return startServer([program('bare-server'), String(code), await newFile('bare', body)])
}

/** A bare node:https or node:http2 server that sends the same bytes for every request. */
export async function startBareSecure(
  version: '1.1' | '2',
  body: Buffer,
  credentials: string,
): Promise<ServerProcess> {
  return startServer([program('bare-secure-server'), version, await newFile('bare', body), credentials])
}

/** A bare node:http server that puts every body into lmdb. */
export async function startBareStore(): Promise<ServerProcess> {
  return startServer([program('bare-store'), await newFolder('bare-store')])
}

/** A bare node:http server that sends a frame to every open stream for every write. */
export async function startBareStreams(frame: Buffer): Promise<ServerProcess> {
  return startServer([program('bare-streams'), await newFile('frame', frame)])
}
