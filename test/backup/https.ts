import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { Json } from '../support/client.js'

export interface HttpsOptions {
  readonly ca: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request with credentials to a port of this machine. */
export async function sendHttps(
  port: string,
  method: string,
  path: string,
  options: HttpsOptions,
  body?: object,
): Promise<{ readonly status: number; readonly body: Json }> {
  const headers = { 'content-type': 'application/json', ...options.headers }
  const sent = request({ host: '127.0.0.1', port, method, path, agent: false, ...options, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }
}

/** The CA and the client certificate of a kubeconfig. */
export async function credentialsOf(kubeconfig: string): Promise<HttpsOptions> {
  const text = await readFile(kubeconfig, 'utf8')
  const data = (name: string) => Buffer.from(new RegExp(`${name}: (.+)`).exec(text)?.[1] ?? '', 'base64')
  return {
    ca: data('certificate-authority-data'),
    cert: data('client-certificate-data'),
    key: data('client-key-data'),
  }
}
