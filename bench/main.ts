import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startBare, startBinnacle } from './processes.js'
import { typicalDeployment } from './typical.js'
import { runLoad } from './wrk.js'

/**
 * Measures the server beside a bare node:http server that answers the same bytes, in alternating rounds with
 * fresh processes, and prints medians and their ratio. Figures of one run can be compared with each other,
 * those of two machines cannot.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const COLLECTION = '/apis/extensions/v1beta1/namespaces/bench/deployments'

interface Figures {
  readonly work: string
  readonly ours: number
  readonly bare: number
}

async function create(url: string, name: string): Promise<Buffer> {
  const response = await fetch(url + COLLECTION, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typicalDeployment(name)),
  })
  if (response.status !== 201) throw new Error(`the stage could not be set: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** One round: a fresh server, its stage, some seconds of load to warm it up, then the measurement. */
async function measure(
  start: () => Promise<ServerProcess>,
  load: Omit<Parameters<typeof runLoad>[0], 'url' | 'seconds'> & { path: string },
  stage: (url: string) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const server = await start()
  try {
    await stage(server.url)
    const url = server.url + load.path
    await runLoad({ ...load, url, seconds: 1, environment: { ...load.environment, BENCH_ROUND: 'warm' } })
    const { requestsPerSecond, failures } = await runLoad({ ...load, url, seconds: SECONDS })
    if (failures > 0) throw new Error(`${failures} requests failed`)
    return requestsPerSecond
  } finally {
    await server.stop()
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

async function compare(
  work: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Figures> {
  const figures: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that neither side always finds the machine warmer.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const side of order) figures[side as 0 | 1].push(await (side === 0 ? ours() : bare()))
  }
  return { work, ours: median(figures[0]), bare: median(figures[1]) }
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-body-'))
const bodyFile = join(folder, 'body.json')
await writeFile(bodyFile, JSON.stringify(typicalDeployment('NAME')))

const sampler = await startBinnacle()
const sample = await create(sampler.url, 'sample')
await sampler.stop()

const get = { script: 'get', connections: 16, path: `${COLLECTION}/sample` }
const post = { script: 'create', connections: 32, path: COLLECTION, environment: { BENCH_BODY: bodyFile } }
const results = [
  await compare(
    'get one, 16 connections',
    () => measure(startBinnacle, get, (url) => create(url, 'sample')),
    () => measure(() => startBare(sample, 200), get),
  ),
  await compare(
    'create, durable, 32 connections',
    () => measure(startBinnacle, post),
    () => measure(() => startBare(sample, 201), post),
  ),
]
await rm(folder, { recursive: true })

console.log(
  `object of ${sample.length} bytes; medians of ${ROUNDS} rounds of ${SECONDS} s; requests per second\n`,
)
console.log('| work | binnacle | bare node:http | ratio |\n|---|---|---|---|')
for (const { work, ours, bare } of results) {
  console.log(`| ${work} | ${ours.toFixed(0)} | ${bare.toFixed(0)} | ${(ours / bare).toFixed(2)} |`)
}
