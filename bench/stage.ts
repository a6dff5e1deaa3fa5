import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBinnacle } from './processes.js'
import { typicalDeployment } from './typical.js'

export const COLLECTION = '/apis/extensions/v1beta1/namespaces/bench/deployments'

export async function create(
  url: string,
  name: string,
  labels: Record<string, string> = {},
): Promise<Buffer> {
  const response = await fetch(url + COLLECTION, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typicalDeployment(name, labels)),
  })
  if (response.status !== 201) throw new Error(`the stage could not be set: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Creates objects `object-0`, `object-1` …; every 500th has the label `rare`. */
export async function createMany(url: string, count: number): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      await create(url, `object-${index}`, index % 500 === 0 ? { rare: 'yes' } : {})
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

/** What the server answers to a request, once, on a stage. */
export async function sample(
  path: string,
  stage: (url: string) => Promise<unknown>,
  accept = 'application/json',
): Promise<Buffer> {
  const server = await startBinnacle()
  try {
    await stage(server.url)
    return Buffer.from(await (await fetch(server.url + path, { headers: { accept } })).arrayBuffer())
  } finally {
    await server.stop()
  }
}

/** A body for the scripts of `bench/load/`, with NAME where the name belongs, in a file that goes away again. */
export async function withBodyFile<T>(body: object, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-body-'))
  const file = join(folder, 'body.json')
  await writeFile(file, JSON.stringify(body))
  try {
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
