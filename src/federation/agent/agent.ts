import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { Upstream } from '#proxy/upstream.js'
import { AddressRules } from '#util/net/address-rules.js'
import { AgentServer } from './agent-server.js'
import { REPLACED, STANDBY_HEADER, TUNNEL_PROTOCOL } from './tunnel-protocol.js'

export interface AgentOptions {
  readonly cluster: string
  /** Read before each connection: credentials may be renewed. */
  readonly host: () => Promise<MemberAccess>
  readonly member: () => Promise<MemberAccess>
  readonly signal: AbortSignal
  /** Receives lines for the operator. */
  readonly log: (line: string) => void
  /** Delays between attempts. */
  readonly delays?: { readonly minMs: number; readonly maxMs: number }
}

/** The operator named both servers, so any address is allowed. */
const ANYWHERE = new AddressRules(['0.0.0.0/0', '::/0'])
const DELAYS = { minMs: 1000, maxMs: 30_000 }
const CONNECT_MS = 15_000
/** How often the credentials are read again because the member does not accept them. */
const RENEW_MS = 10_000

/**
 * Connects to the host and passes its requests to the member, until the signal aborts. Connects again when the
 * connection is lost. An agent that another one replaces waits until that one is gone.
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { signal, log, delays = DELAYS } = options
  const credentials = new RenewedTransport(options.member, log)
  const server = new AgentServer(
    () => credentials.current,
    () => credentials.renew(),
  )
  let isStandby = false
  let delay = delays.minMs
  let problem = ''
  try {
    while (!signal.aborted) {
      try {
        await credentials.open()
        const socket = await dial(options, isStandby)
        log(`connected to the host as the agent of ${options.cluster}`)
        delay = delays.minMs
        problem = ''
        isStandby = await served(server, socket, signal)
        if (!signal.aborted) log(isStandby ? 'another agent took over: waiting' : 'the connection was lost')
      } catch (error) {
        if (signal.aborted) break
        const { message } = error as Error
        const status = error instanceof Refused ? error.status : undefined
        const isWaiting = isStandby && status === 409
        if (!isWaiting && message !== problem) log(`cannot connect: ${message}`)
        problem = message
        // The other agent may have gone with its host. Of several hosts another one leads, or soon will.
        delay = isWaiting || status === 503 ? delays.minMs : Math.min(delay * 2, delays.maxMs)
      }
      await pause(delay * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    }
  } finally {
    credentials.close()
  }
}

/** Resolves when the tunnel closes, with whether another agent has its place. */
function served(server: AgentServer, socket: Socket, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let isReplaced = false
    const session = server.serve(socket)
    // Without an error the streams would look complete.
    const end = () => session.destroy(new Error('the agent stops'))
    session.on('goaway', (_code, _last, data) => {
      isReplaced ||= Buffer.from(data ?? '').toString() === REPLACED
    })
    session.once('close', () => {
      signal.removeEventListener('abort', end)
      socket.destroy()
      resolve(isReplaced)
    })
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** The host did not accept the agent. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function dial({ cluster, host, signal }: AgentOptions, isStandby: boolean): Promise<Socket> {
  const transport = new DirectUpstream(await host(), ANYWHERE)
  const path = `/apis/federation/v1beta1/clusters/${cluster}/agent`
  const upgrade = ['Connection', 'Upgrade', 'Upgrade', TUNNEL_PROTOCOL, 'Content-Length', '0']
  const headers = isStandby ? [...upgrade, STANDBY_HEADER, 'true'] : upgrade
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  return new Promise((resolve, reject) => {
    const sent = transport.request({ method: 'POST', path, headers, signal: deadline })
    sent.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve(socket as Socket)
    })
    sent.on('response', async (response) => {
      const text = (
        await response
          .setEncoding('utf8')
          .toArray()
          .catch(() => [])
      ).join('')
      reject(
        new Refused(
          response.statusCode ?? 0,
          messageIn(text) ?? `the host responded with ${response.statusCode}`,
        ),
      )
      transport.close()
    })
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('the host closed the connection')))
    sent.end()
  })
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** A transport to the member whose credentials are read again when they are no longer accepted. */
class RenewedTransport {
  readonly #read: () => Promise<MemberAccess>
  readonly #log: (line: string) => void
  #transport: Upstream | undefined
  #isRenewing = false

  constructor(read: () => Promise<MemberAccess>, log: (line: string) => void) {
    this.#read = read
    this.#log = log
  }

  /** Only after `open`. */
  get current(): Upstream {
    if (this.#transport === undefined) throw new Error('the credentials of the member are not known yet')
    return this.#transport
  }

  async open(): Promise<void> {
    const next = new DirectUpstream(await this.#read(), ANYWHERE)
    this.#transport?.close()
    this.#transport = next
  }

  renew(): void {
    if (this.#isRenewing) return
    this.#isRenewing = true
    this.#log('the member does not accept the credentials: reading them again')
    setTimeout(() => {
      this.#isRenewing = false
    }, RENEW_MS).unref()
    this.#read().then(
      (access) => {
        // Open requests end by themselves.
        this.#transport = new DirectUpstream(access, ANYWHERE)
      },
      (error: Error) => this.#log(`cannot read the credentials: ${error.message}`),
    )
  }

  close(): void {
    this.#transport?.close()
  }
}
