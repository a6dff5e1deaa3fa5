import { cp } from 'node:fs/promises'
import { type Build, HERE, type StartOptions, startBinnacle } from './binnacle.js'
import { Client, inParallel } from './client.js'
import type { ServerProcess } from './processes.js'
import { typicalDeployment } from './typical.js'
import { newFolder } from './workspace.js'

export const COLLECTION = '/apis/extensions/v1beta1/namespaces/bench/deployments'

/** Number of objects in a stock with the label `rare`. */
const RARE = 10
const CONNECTIONS = 64

/** Creates objects `object-<first>` and following over HTTP; ten of all have the label `rare`. */
export async function fill(url: string, count: number, first = 0): Promise<void> {
  const client = new Client(url, CONNECTIONS)
  const every = Math.max(1, Math.floor((first + count) / RARE))
  const create = (index: number) => {
    const labels: Record<string, string> = index % every === 0 ? { rare: 'yes' } : {}
    const body = JSON.stringify(typicalDeployment(`object-${index}`, labels))
    return client.send({ method: 'POST', path: COLLECTION, body })
  }
  await inParallel(CONNECTIONS, count, create, first)
  client.close()
}

/** The initial content of a store. */
export interface Stock {
  /** Unique per build. */
  readonly name: string
  readonly fill: (url: string) => Promise<void>
}

/** A stock of objects without managed fields. */
export function untracked(objects: number): Stock {
  return { name: `stock-${objects}`, fill: (url) => fill(url, objects) }
}

/** Filled data folders to copy from, by build and stock. */
const folders = new Map<string, Promise<string>>()

function folderOf(build: Build, stock: Stock): Promise<string> {
  const name = `${build.root} ${stock.name}`
  const made = folders.get(name) ?? makeFolder(build, stock)
  folders.set(name, made)
  return made
}

async function makeFolder(build: Build, stock: Stock): Promise<string> {
  const folder = await newFolder(stock.name)
  const server = await startBinnacle(build, { folder, keep: true })
  try {
    await stock.fill(server.url)
  } finally {
    await server.stop()
  }
  return folder
}

/** Starts a server on a copy of a stock. */
export async function startStockedWith(
  build: Build,
  stock: Stock,
  options: StartOptions = {},
): Promise<ServerProcess> {
  const folder = await newFolder('data')
  await cp(await folderOf(build, stock), folder, { recursive: true })
  return startBinnacle(build, { ...options, folder })
}

/** Starts a server with this many objects. */
export function startStocked(build: Build, objects: number, options?: StartOptions): Promise<ServerProcess> {
  return startStockedWith(build, untracked(objects), options)
}

/** The response of our server to a request. */
export async function sample(path: string, objects: number, accept = 'application/json'): Promise<Buffer> {
  const server = await startStocked(HERE, objects)
  try {
    return Buffer.from(await (await fetch(server.url + path, { headers: { accept } })).arrayBuffer())
  } finally {
    await server.stop()
  }
}
