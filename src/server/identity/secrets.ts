import { IdentityKeys, plainSecrets } from '#access/keys/identity-keys.js'
import { ServerSecrets } from '#registry/server-secrets.js'
import type { ServerConfig } from '#server/config.js'
import type { Storage } from '#storage/contract.js'

/** The secrets of a store. Servers on etcd may encrypt what they share. Rejects with `AccessConfigError`. */
export async function openSecrets(
  config: Pick<ServerConfig, 'storage' | 'identityKeyFile'>,
  storage: Storage,
): Promise<ServerSecrets> {
  if (config.storage !== 'etcd') return new ServerSecrets(storage, plainSecrets)
  const { identityKeyFile } = config
  const encryption = identityKeyFile === '' ? plainSecrets : await IdentityKeys.read(identityKeyFile)
  const secrets = new ServerSecrets(storage, encryption)
  await secrets.check()
  return secrets
}
