import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ServerProcess, startBareStreams, startBinnacle } from '../processes.js'
import { compare, type Figures, median } from '../rounds.js'
import { COLLECTION, create, createMany, sample } from '../stage.js'

interface Delivered {
  readonly eventsPerSecond: number
  /** Milliseconds from the start of a write to its receipt, 99 of 100. */
  readonly p99: number
  readonly writesPerSecond: number
}

async function deliver(
  start: () => Promise<ServerProcess>,
  args: readonly string[],
  stage: (url: string) => Promise<unknown> = async () => undefined,
): Promise<Delivered> {
  const server = await start()
  try {
    await stage(server.url)
    const { stdout } = await promisify(execFile)(process.execPath, [
      '.build/bench/watch-load.js',
      server.url,
      ...args,
    ])
    return JSON.parse(stdout) as Delivered
  } finally {
    await server.stop()
  }
}

/** Far enough ahead of the stage: only what is written while the watches are open is told. */
const FROM_NOW = 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
const PATCH = ['PATCH', `${COLLECTION}/object-INDEX`, '{"metadata":{"labels":{"turn":"TURN"}}}']

const stage = (url: string) => createMany(url, 32)

async function fanOut(watchers: number, writes: number): Promise<Figures> {
  const object = await sample(`${COLLECTION}/sample`, (url) => create(url, 'sample'))
  const frame = Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), object, Buffer.from('}\n')])
  const counts = [String(watchers), String(writes)]
  const p99: [number[], number[]] = [[], []]
  const side = async (index: 0 | 1, delivered: Promise<Delivered>) => {
    const result = await delivered
    p99[index].push(result.p99)
    return result.eventsPerSecond
  }
  const watched = `${COLLECTION}?watch=true&${FROM_NOW}`
  const figures = await compare(
    `${watchers} watchers x ${writes} writes`,
    'events/s',
    () => side(0, deliver(startBinnacle, [watched, ...counts, ...PATCH], stage)),
    () =>
      side(
        1,
        deliver(() => startBareStreams(frame), ['/', ...counts, 'POST', '/', '{}']),
      ),
  )
  console.error(
    `  p99 from write to receipt: ${median(p99[0]).toFixed(0)} ms beside ${median(p99[1]).toFixed(0)} ms`,
  )
  return figures
}

/** What watches cost that nothing happens on: writes with them, beside writes without. */
async function idle(watchers: number, writes: number): Promise<Figures> {
  const elsewhere = `${COLLECTION.replace('bench', 'elsewhere')}?watch=true`
  const writesPerSecond = async (count: number) => {
    const args = [elsewhere, String(count), String(writes), ...PATCH, 'idle']
    return (await deliver(startBinnacle, args, stage)).writesPerSecond
  }
  return compare(
    `${writes} writes with ${watchers} idle watchers, beside none`,
    'writes/s',
    () => writesPerSecond(watchers),
    () => writesPerSecond(0),
  )
}

/** Events to many watchers, beside a bare server that sends the same bytes to as many streams. */
export async function watch(): Promise<Figures[]> {
  return [await fanOut(200, 300), await idle(5000, 1000)]
}
