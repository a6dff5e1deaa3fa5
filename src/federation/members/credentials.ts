import { CredentialsError, type MemberAccess, readKubeconfig } from './kubeconfig.js'

/** Decoded data of a Secret. */
export type SecretData = Readonly<Record<string, Buffer>>

/**
 * Access to the address of a Cluster with its Secret: `token` and `ca.crt`, or a `kubeconfig` whose server is
 * replaced by the address. Rejects with `CredentialsError`.
 */
export async function memberAccess(address: string, secret: SecretData | undefined): Promise<MemberAccess> {
  if (secret === undefined) return { ...NO_CREDENTIALS, server: serverUrl(address, false) }
  const { token, 'ca.crt': ca, kubeconfig } = secret
  if (token !== undefined && ca !== undefined) {
    return {
      ...NO_CREDENTIALS,
      server: serverUrl(address, true),
      token: token.toString().trim(),
      ca: ca.toString(),
    }
  }
  if (token !== undefined || ca !== undefined) {
    throw new CredentialsError(
      `the secret has ${token === undefined ? 'ca.crt but no token' : 'token but no ca.crt'}`,
    )
  }
  if (kubeconfig === undefined) {
    throw new CredentialsError('the secret has neither token and ca.crt nor kubeconfig')
  }
  const access = await readKubeconfig(kubeconfig.toString())
  const isSecure = access.ca !== undefined || access.certificate !== undefined
  return { ...access, server: serverUrl(address, isSecure) }
}

const NO_CREDENTIALS: MemberAccess = {
  server: '',
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

/** The default scheme is http, or https if there is a certificate. */
function serverUrl(address: string, isSecure: boolean): string {
  const text = address.includes('://') ? address : `${isSecure ? 'https' : 'http'}://${address}`
  if (!URL.canParse(text)) throw new CredentialsError(`${JSON.stringify(address)} is not a server address`)
  const { protocol, host, pathname, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new CredentialsError(`${JSON.stringify(address)} starts with neither https:// nor http://`)
  }
  if (username + password !== '') throw new CredentialsError('a server address must not contain a user')
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
