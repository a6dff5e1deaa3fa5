import type { IssuedCertificate } from './certificate-authority.js'

/** The server, CA, user and credentials of a kubeconfig. */
export interface KubeconfigContent {
  /** The URL of the server. */
  readonly server: string
  /** The server's CA in PEM; undefined if the client's system trusts it. */
  readonly ca: string | undefined
  /** The name in the certificate of the server, if it is not the host of the URL. */
  readonly serverName?: string | undefined
  readonly user: string
  /** Undefined for a server that needs none. */
  readonly credentials: IssuedCertificate | { readonly token: string } | undefined
}

/** A kubeconfig file in YAML. */
export function kubeconfig({ server, ca, serverName, user, credentials }: KubeconfigContent): string {
  const context = `${user}@binnacle`
  return `apiVersion: v1
kind: Config
clusters:
- name: binnacle
  cluster:
    server: ${quoted(server)}
${trustLines(server, ca)}${serverNameLine(serverName)}users:
- name: ${quoted(user)}
  user:${credentialLines(credentials)}
contexts:
- name: ${quoted(context)}
  context:
    cluster: binnacle
    user: ${quoted(user)}
current-context: ${quoted(context)}
`
}

function trustLines(server: string, ca: string | undefined): string {
  if (ca !== undefined) return `    certificate-authority-data: ${base64(ca)}\n`
  // The JavaScript client refuses plain HTTP without it.
  return server.startsWith('http:') ? '    insecure-skip-tls-verify: true\n' : ''
}

const serverNameLine = (name: string | undefined) =>
  name === undefined ? '' : `    tls-server-name: ${quoted(name)}\n`

function credentialLines(credentials: KubeconfigContent['credentials']): string {
  if (credentials === undefined) return ' {}'
  if ('token' in credentials) return `\n    token: ${quoted(credentials.token)}`
  return [
    '',
    `    client-certificate-data: ${base64(credentials.cert)}`,
    `    client-key-data: ${base64(credentials.key)}`,
  ].join('\n')
}

/** JSON strings are valid YAML. */
const quoted = (text: string) => JSON.stringify(text)

const base64 = (text: string) => Buffer.from(text).toString('base64')
