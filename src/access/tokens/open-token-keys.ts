import { AccessConfigError } from '#access/config.js'
import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import { lazy } from '#util/memoize.js'
import type { AccountTokenConfig } from './account-token-config.js'
import { readKeyFile, readSigningKeyFile } from './key-files.js'
import { makeTokenKey, type PublicTokenKey, readTokenKey, type TokenKeys } from './token-key.js'

/** Reads the configured files now, and the server's own key when it is needed. Rejects with `AccessConfigError`. */
export async function openTokenKeys(
  { serviceAccountKeyFiles, serviceAccountSigningKeyFile: signingFile }: AccountTokenConfig,
  secrets: ServerSecrets,
): Promise<() => Promise<TokenKeys>> {
  const given =
    signingFile === '' ? undefined : await read(readSigningKeyFile, 'signing-key-file', signingFile)
  const others: PublicTokenKey[] = []
  for (const path of serviceAccountKeyFiles) others.push(...(await read(readKeyFile, 'key-file', path)))
  return lazy(async () => {
    const signing = given ?? (await readTokenKey(await secrets.get(SECRET.accountTokens, makeTokenKey)))
    return { signing, all: distinct([signing, ...others]) }
  })
}

const distinct = (keys: readonly PublicTokenKey[]) => [
  ...new Map(keys.map((key) => [key.jwk.kid, key])).values(),
]

async function read<T>(reader: (path: string) => Promise<T>, flag: string, path: string): Promise<T> {
  try {
    return await reader(path)
  } catch (error) {
    throw new AccessConfigError(`--service-account-${flag}: ${(error as Error).message}`, { cause: error })
  }
}
