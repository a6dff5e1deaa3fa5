import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends raw bytes that no HTTP client would send. */
export class RawClient {
  readonly #port: number

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** Opens a connection and sends text. The test reads the response. */
  async open(bytes: Buffer | string): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }

  /** Sends text, and resolves with everything received until the server closes the connection. */
  async ask(bytes: Buffer | string, { endAfter = false } = {}): Promise<string> {
    const socket = await this.open(bytes)
    if (endAfter) socket.end()
    let text = ''
    for await (const chunk of socket) text += (chunk as Buffer).toString('latin1')
    socket.destroy()
    return text
  }
}

/** A request without a body. */
export function requestText(line: string, ...headers: readonly string[]): string {
  return [line, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

export const statusOf = (response: string): number => Number(response.split(' ')[1])
export const bodyOf = (response: string): string => response.slice(response.indexOf('\r\n\r\n') + 4)
