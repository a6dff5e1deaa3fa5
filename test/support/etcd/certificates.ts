import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OWN_ADDRESS } from '../own-address.js'

const run = promisify(execFile)

/** PEM files: a CA, and the certificates of etcd and of its client. */
export interface Certificates {
  readonly ca: string
  readonly etcd: { readonly cert: string; readonly key: string }
  readonly client: { readonly cert: string; readonly key: string }
}

/** Creates certificates for loopback in a folder. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const file = (name: string) => join(folder, name)
  const ca = await authority(file)
  return { ca, etcd: await signed(file, 'etcd'), client: await signed(file, 'client') }
}

type File = (name: string) => string

async function authority(file: File): Promise<string> {
  const cert = file('ca.pem')
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=authority', '-keyout', file('ca.key'), '-out', cert],
  ])
  return cert
}

async function signed(file: File, name: string): Promise<{ cert: string; key: string }> {
  const [cert, key, request, extensions] = ['pem', 'key', 'csr', 'ext'].map((end) =>
    file(`${name}.${end}`),
  ) as [string, string, string, string]
  await writeFile(
    extensions,
    `subjectAltName=IP:127.0.0.1,IP:${OWN_ADDRESS}\nextendedKeyUsage=serverAuth,clientAuth\n`,
  )
  await run('openssl', [
    ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name}`, '-keyout', key, '-out', request],
  ])
  await run('openssl', [
    ...['x509', '-req', '-days', '2', '-in', request, '-out', cert, '-extfile', extensions],
    ...['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'],
  ])
  return { cert, key }
}
