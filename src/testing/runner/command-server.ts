import { setTimeout as pause } from 'node:timers/promises'
import type { ServerConfig } from '#server/config.js'
import { TestClock } from '#testing/test-clock.js'
import { type Fixtures, openTestServer } from '#testing/test-server.js'
import { changedObjects, type StoredObject } from './changed-objects.js'

/** How long the end of a command waits for controllers. */
const SETTLE_MS = 5_000
/** A summary fits on a screen. */
const MAX_LINES = 20
const MAX_LINE_LENGTH = 100

/** A server for one command. */
export interface CommandServer {
  /** The environment variables that tell the command where the server is. */
  readonly variables: Readonly<Record<string, string>>
  /** A summary of the objects that were not there at start. */
  leftBehind(): Promise<string[]>
  close(): Promise<void>
}

/** Starts a server and writes a kubeconfig for it to a temporary file. */
export async function startCommandServer(config: ServerConfig, fixtures: Fixtures): Promise<CommandServer> {
  const server = await openTestServer({ ...config, clock: new TestClock() }, fixtures)
  const start = server.snapshot()
  return {
    variables: { KUBECONFIG: server.kubeconfigFile(), BINNACLE_URL: server.url },
    leftBehind: async () => {
      await Promise.race([server.settled(), pause(SETTLE_MS, undefined, { ref: false })])
      const added = changedObjects(start, server.snapshot()).filter(({ change }) => change === 'created')
      return summaryOf(added.map(({ object }) => object))
    },
    close: () => server.close(),
  }
}

/** One line for each kind, most objects first. */
export function summaryOf(objects: readonly StoredObject[]): string[] {
  if (objects.length === 0) return ['binnacle: no objects left behind']
  const byKind = new Map<string, StoredObject[]>()
  for (const object of objects) {
    const same = byKind.get(object.kind)
    if (same === undefined) byKind.set(object.kind, [object])
    else same.push(object)
  }
  const kinds = [...byKind].sort(([, a], [, b]) => b.length - a.length)
  const shown = kinds.slice(0, MAX_LINES)
  const rest = kinds.length - shown.length
  return [
    `binnacle: ${objects.length} ${objects.length === 1 ? 'object' : 'objects'} left behind`,
    ...shown.map(([kind, same]) => shortened(`  ${same.length} ${kind}: ${same.map(shortName).join(', ')}`)),
    ...(rest === 0 ? [] : [`  … and ${rest} more kinds`]),
  ]
}

const shortName = ({ metadata: { namespace, name } }: StoredObject) =>
  namespace === undefined ? name : `${namespace}/${name}`

const shortened = (line: string) =>
  line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH - 1)}…`
