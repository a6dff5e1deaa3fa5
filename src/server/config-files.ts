import { readFile } from 'node:fs/promises'
import { PolicyFile } from '#access/audit/policy/policy-source.js'
import { authorizationDocument } from '#access/authorization/configuration/authorization-document.js'
import { ServerCredentials } from '#access/certificates/server-credentials.js'
import { readConfigDocument } from '#access/config-document.js'
import { readCertificates } from '#access/identity/certificate-verifier.js'
import { parseTokenFile } from '#access/identity/token-file.js'
import { IdentityKeys } from '#access/keys/identity-keys.js'
import { authenticationDocument, issuersOf } from '#access/openid/authentication-document.js'
import { readKeyFile, readSigningKeyFile } from '#access/tokens/key-files.js'
import { readKubeconfigFile } from '#federation/joining/kubeconfig-file.js'
import { silentLogger } from '#observe/logger.js'
import { readRecipient } from '#transfer/sealing/key-files.js'
import { readAdmissionFile } from './admission/admission-file.js'
import type { ServerConfig } from './config.js'
import { transformersOf } from './encryption/configured-encryption.js'
import { readEncryptionFile } from './encryption/key-file.js'
import { filtersOf } from './optional-parts.js'
import { OPTIONS } from './options/table.js'

type FileKey = {
  [K in keyof ServerConfig]: ServerConfig[K] extends string | readonly string[] ? K : never
}[keyof ServerConfig]

/** Reads a file as the server does at its start. Rejects with what is wrong. */
type Check = (path: string, config: ServerConfig) => Promise<unknown>

const checkReadable: Check = (path) => readFile(path)

const checkCertificates: Check = async (path) => readCertificates([await readFile(path, 'utf8')])

const CHECKS: readonly (readonly [FileKey, Check])[] = [
  ['tlsCertFile', checkServerCertificate],
  ['tlsKeyFile', checkReadable],
  ['clientCaFile', checkCertificates],
  ['requestHeaderClientCaFile', checkCertificates],
  ['tokenAuthFile', async (path) => parseTokenFile(await readFile(path, 'utf8'))],
  ['oidcCaFile', checkCertificates],
  [
    'authenticationConfig',
    async (path) => issuersOf(await readConfigDocument(authenticationDocument, await readFile(path))),
  ],
  ['serviceAccountKeyFiles', readKeyFile],
  ['serviceAccountSigningKeyFile', readSigningKeyFile],
  ['tokenWebhookConfigFile', (path) => readKubeconfigFile(path)],
  ['authorizationWebhookConfigFile', (path) => readKubeconfigFile(path)],
  ['authorizationConfig', checkAuthorizers],
  ['admissionControlConfigFile', readAdmissionFile],
  ['auditPolicyFile', async (path) => (await PolicyFile.open(path, silentLogger)).close()],
  ['encryptionConfig', async (path) => transformersOf(await readEncryptionFile(path))],
  ['identityKeyFile', IdentityKeys.read],
  ['archiveRecipientFile', (path) => readRecipient(path)],
  ['etcdCacert', checkCertificates],
  ['etcdCert', checkCertificates],
  ['etcdKey', checkReadable],
  ['kubeletCertificateAuthority', checkCertificates],
  ['kubeletClientCertificate', checkCertificates],
  ['kubeletClientKey', checkReadable],
  ['proxyClientCertFile', checkCertificates],
  ['proxyClientKeyFile', checkReadable],
  ['from', checkReadable],
  ['faultsFile', (_, config) => filtersOf(config, silentLogger)],
]

/** What is wrong with the files that a configuration names, a line for each. Changes nothing. */
export async function configFileErrors(config: ServerConfig): Promise<readonly string[]> {
  const errors: string[] = []
  for (const [key, check] of CHECKS) {
    for (const path of [config[key]].flat()) {
      if (path === '') continue
      const error = await check(path, config).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (error !== undefined) errors.push(withPlace(OPTIONS[key].flag, path, error))
    }
  }
  return errors
}

/** The file, and the kubeconfigs of its webhooks. */
async function checkAuthorizers(path: string): Promise<void> {
  const { authorizers } = await readConfigDocument(authorizationDocument, await readFile(path))
  for (const { webhook } of authorizers ?? []) {
    if (webhook !== undefined) await readKubeconfigFile(webhook.connectionInfo.kubeConfigFile ?? '')
  }
}

/** The certificate with its key; a key that cannot be read has an error of its own. */
async function checkServerCertificate(path: string, config: ServerConfig): Promise<void> {
  await checkCertificates(path, config)
  const isKeyReadable = await readFile(config.tlsKeyFile).then(
    () => true,
    () => false,
  )
  if (!isKeyReadable) return
  const files = {
    ...config,
    clientCaFile: '',
    requestHeaderClientCaFile: '',
    tlsSelfSigned: false,
    hosts: [],
  }
  const credentials = await ServerCredentials.open(files, silentLogger)
  credentials.close()
}

function withPlace(flag: string, path: string, error: string): string {
  const named = error.includes(path) ? error : `${path}: ${error}`
  return named.startsWith(flag) ? named : `${flag}: ${named}`
}
