import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ServerOptions } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { KUBELET_CA, kubeletClient, TestKubelet } from '#test/support/nodes/kubelet.js'
import { created } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

export const PODS = '/api/v1/namespaces/default/pods'

/** Options of a server that connects to test kubelets. */
export async function nodeOptions(t: { after(close: () => Promise<void>): void }) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const { cert, key } = kubeletClient()
  const files = { 'client.pem': cert, 'client.key': key, 'ca.pem': KUBELET_CA }
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return {
    connectToNodes: true,
    kubeletClientCertificate: join(path, 'client.pem'),
    kubeletClientKey: join(path, 'client.key'),
    kubeletCertificateAuthority: join(path, 'ca.pem'),
    kubeletPreferredAddressTypes: ['InternalIP', 'Hostname'],
  } as const satisfies ServerOptions
}

/** Creates a pod that runs on a node. */
export async function runPod(client: Client, name: string, nodeName: string, more: Json = {}): Promise<void> {
  const { containers = [{ name: 'main', image: 'main:1' }], status = {} } = more
  await created(client.post(PODS, { metadata: { name }, spec: { nodeName, containers } }))
  const reported = { phase: 'Running', ...status }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const { status: code, text } = await client.send(
    'PATCH',
    `${PODS}/${name}/status`,
    { status: reported },
    merge,
  )
  if (code !== 200) throw new Error(text)
}

/** A server, a kubelet of node `n1`, and a pod `web` on it. */
export async function stage(t: TestContext, options: ServerOptions = {}) {
  const server = await startTestServer({ ...(await nodeOptions(t)), ...options })
  t.after(() => server.close())
  const kubelet = await TestKubelet.start(t)
  const client = new Client(server.url)
  await kubelet.join(client, 'n1')
  await runPod(client, 'web', 'n1')
  return { server, kubelet, client }
}

export const messageOf = (text: string): string => (JSON.parse(text) as Json).message
