import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { UpstreamAccess } from '#proxy/direct-upstream.js'
import type { NodeConnectionConfig } from './config.js'

export type KubeletCredentials = Pick<UpstreamAccess, 'ca' | 'certificate' | 'key'>

const textOf = (path: string) => (path === '' ? undefined : readFile(path, 'utf8'))

/** Reads the files for each connection, so that renewed certificates are used. Rejects if they cannot be used. */
export async function readKubeletCredentials(config: NodeConnectionConfig): Promise<KubeletCredentials> {
  const [ca, certificate, key] = await Promise.all([
    textOf(config.kubeletCertificateAuthority),
    textOf(config.kubeletClientCertificate),
    textOf(config.kubeletClientKey),
  ])
  return { ca, certificate, key }
}

/** Rejects with what is wrong with the files. */
export async function checkKubeletCredentials(config: NodeConnectionConfig): Promise<void> {
  const { ca, certificate, key } = await readKubeletCredentials(config)
  createSecureContext({ ca, cert: certificate, key })
}
