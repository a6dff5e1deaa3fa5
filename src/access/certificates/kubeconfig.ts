import type { IssuedCertificate } from './certificate-authority.js'

/** What a client has to know to reach a server as someone. */
export interface KubeconfigContent {
  /** Where the server is, with its scheme and port. */
  readonly server: string
  /** The certificate of the authority by which the server is known, in PEM; undefined where the client knows it anyway. */
  readonly ca: string | undefined
  readonly user: string
  readonly credentials: IssuedCertificate | { readonly token: string }
}

/** The file that Kubernetes' clients read, in YAML. */
export function kubeconfig({ server, ca, user, credentials }: KubeconfigContent): string {
  const context = `${user}@binnacle`
  return `apiVersion: v1
kind: Config
clusters:
- name: binnacle
  cluster:
    server: ${quoted(server)}
${ca === undefined ? '' : `    certificate-authority-data: ${base64(ca)}\n`}users:
- name: ${quoted(user)}
  user:
${credentialLines(credentials)}
contexts:
- name: ${quoted(context)}
  context:
    cluster: binnacle
    user: ${quoted(user)}
current-context: ${quoted(context)}
`
}

function credentialLines(credentials: KubeconfigContent['credentials']): string {
  if ('token' in credentials) return `    token: ${quoted(credentials.token)}`
  return [
    `    client-certificate-data: ${base64(credentials.cert)}`,
    `    client-key-data: ${base64(credentials.key)}`,
  ].join('\n')
}

/** Every text in JSON is one in YAML. */
const quoted = (text: string) => JSON.stringify(text)

const base64 = (text: string) => Buffer.from(text).toString('base64')
