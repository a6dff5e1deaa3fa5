import { decodeYaml } from '#codec/yaml/yaml.js'
import type { UpstreamAccess } from '#proxy/direct-upstream.js'

/** Why credentials cannot be used. The message contains no secret. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError'
}

/** Server URL and credentials of a member. Certificates and keys are PEM. */
export interface MemberAccess extends UpstreamAccess {}

interface Named {
  readonly name?: unknown
}

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads a kubeconfig: its current context, or a named one. References to files or programs are rejected:
 * whoever may write a Secret could otherwise read files of this machine.
 */
export async function readKubeconfig(text: string, context?: string): Promise<MemberAccess> {
  const { value: config } = await decodeYaml(Buffer.from(text), false).catch((error: Error) => {
    throw new CredentialsError('the kubeconfig is not valid YAML', { cause: error })
  })
  if (!isObject(config)) throw new CredentialsError('the kubeconfig is not an object')
  const name = context ?? config['current-context']
  if (typeof name !== 'string' || name === '')
    throw new CredentialsError('the kubeconfig has no current context')
  const chosen = find(config, 'contexts', name, 'context')
  const cluster = find(config, 'clusters', chosen.cluster, 'cluster')
  const user = chosen.user === undefined ? {} : find(config, 'users', chosen.user, 'user')
  rejectReferences(cluster, ['certificate-authority'])
  rejectReferences(user, [
    'client-certificate',
    'client-key',
    'tokenFile',
    'exec',
    'auth-provider',
    'username',
  ])
  rejectUnknown(cluster, ['proxy-url'])
  rejectUnknown(user, ['as', 'as-uid', 'as-groups', 'as-user-extra'])
  const server = textIn(cluster, 'server') ?? ''
  // Without TLS there is nothing to verify, but some clients need the flag then.
  if (cluster['insecure-skip-tls-verify'] === true && !server.startsWith('http:')) {
    throw new CredentialsError('the kubeconfig sets insecure-skip-tls-verify, which is not allowed')
  }
  return {
    server,
    ca: decoded(cluster, 'certificate-authority-data'),
    serverName: textIn(cluster, 'tls-server-name'),
    token: textIn(user, 'token'),
    certificate: decoded(user, 'client-certificate-data'),
    key: decoded(user, 'client-key-data'),
  }
}

function find(config: JsonObject, list: string, name: unknown, member: string): JsonObject {
  const entries = config[list]
  const found = Array.isArray(entries) ? entries.find((entry: Named) => entry?.name === name) : undefined
  const value: unknown = isObject(found) ? found[member] : undefined
  if (!isObject(value)) throw new CredentialsError(`the kubeconfig has no ${member} ${JSON.stringify(name)}`)
  return value
}

function rejectReferences(section: JsonObject, members: readonly string[]): void {
  for (const member of members) {
    if (section[member] !== undefined) {
      throw new CredentialsError(`the kubeconfig refers to ${member}: only inline data is allowed`)
    }
  }
}

/** kubectl would honour these settings, so ignoring them would be wrong. */
function rejectUnknown(section: JsonObject, members: readonly string[]): void {
  for (const member of members) {
    if (section[member] !== undefined) {
      throw new CredentialsError(`the kubeconfig sets ${member}, which is not supported`)
    }
  }
}

function textIn(section: JsonObject, member: string): string | undefined {
  const value = section[member]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new CredentialsError(`${member} in the kubeconfig is not a string`)
  return value
}

function decoded(section: JsonObject, member: string): string | undefined {
  const text = textIn(section, member)
  return text === undefined ? undefined : Buffer.from(text, 'base64').toString()
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
