import type { Readable } from 'node:stream'
import type { Status } from '#meta/status.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import { acceptCommand } from '#streaming/command/accept-command.js'
import { type CommandOptions, type CommandStreams, SUCCESS } from '#streaming/command/command-streams.js'
import { PROTOCOL_HEADER, SPDY_PROTOCOLS } from '#streaming/command/spdy-streams.js'
import { SpdySession, type SpdyStream } from '#streaming/spdy/session.js'
import { openSpdyUpgrade, type UpgradeTarget } from './open-upgrade.js'

/** The WebSocket protocol that kubelets do not speak. */
export const V5 = 'v5.channel.k8s.io'

/** The longest result of a command. */
const MAX_RESULT = 64 * 1024

const failure = (why: string): Status =>
  ({
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${why}`,
    reason: 'InternalError',
    details: { causes: [{ message: why }] },
    code: 500,
  }) as Status

/** Joins a client that speaks version 5 over a WebSocket with a kubelet that speaks SPDY. */
export async function translateCommand(
  exchange: ConnectExchange,
  options: CommandOptions,
  target: UpgradeTarget,
): Promise<void> {
  const offered = SPDY_PROTOCOLS.flatMap((name) => [PROTOCOL_HEADER, name])
  const { socket, response } = await openSpdyUpgrade({ ...target, headers: [...target.headers, ...offered] })
  const protocol = String(response.headers[PROTOCOL_HEADER.toLowerCase()] ?? 'channel.k8s.io')
  const session = new SpdySession(socket, { isClient: true })
  let client: CommandStreams | undefined
  try {
    client = await acceptCommand(exchange, options)
    if (client === undefined) return
    const gone = client.closed.then(() => session.destroy())
    await client.finish(await run(session, client, options, protocol))
    session.close()
    await gone
  } finally {
    session.destroy()
    client?.destroy()
  }
}

/** Resolves with the result of the command. */
async function run(
  session: SpdySession,
  client: CommandStreams,
  { stdin, stdout, stderr, tty }: CommandOptions,
  protocol: string,
): Promise<Status> {
  try {
    // In this order, as clients open them.
    const error = await session.open({ streamType: 'error' })
    error.end()
    const input = stdin ? await session.open({ streamType: 'stdin' }) : undefined
    const output = stdout ? await session.open({ streamType: 'stdout' }) : undefined
    const errors = stderr && !tty ? await session.open({ streamType: 'stderr' }) : undefined
    const resize = tty && /^v[345]/.test(protocol) ? await session.open({ streamType: 'resize' }) : undefined
    const result = resultOf(error, protocol)
    if (input !== undefined) client.stdin?.pipe(input)
    if (resize !== undefined) client.resize?.pipe(resize)
    const copied = [
      [output, client.stdout],
      [errors, client.stderr],
    ] as const
    await Promise.all(
      copied.map(([from, to]) => {
        if (from === undefined) return undefined
        if (to === undefined) from.resume()
        else from.pipe(to, { end: false })
        return ended(from)
      }),
    )
    return await result
  } catch (error) {
    return failure((error as Error).message)
  }
}

const ended = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    stream.once('end', resolve).once('close', resolve)
  })

async function resultOf(stream: SpdyStream, protocol: string): Promise<Status> {
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (text.length > MAX_RESULT) return failure('the result of the command is too long')
  }
  if (text === '') return stream.isCut ? failure('the connection to the node was lost') : SUCCESS
  if (!protocol.startsWith('v4')) return failure(`error executing remote command: ${text}`)
  try {
    const status = JSON.parse(text)
    if (status !== null && typeof status === 'object') return status as Status
  } catch {
    // Not a Status.
  }
  return failure(`error stream protocol error: unknown error: ${JSON.stringify(text)}`)
}
