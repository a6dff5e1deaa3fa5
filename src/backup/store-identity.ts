import type { IssuedCertificate } from '#access/certificates/certificate-authority.js'
import { pkiFile, readIfPresent, writeSecret } from '#access/certificates/secret-file.js'
import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import type { Identity } from '#transfer/identity.js'
import { TransferError } from '#transfer/progress.js'

/** The keys of a store and of its authority, as far as they exist. Servers that do not share it have it in a data folder. */
export async function readStoreIdentity(
  secrets: ServerSecrets,
  dataDir: string | undefined,
): Promise<Identity> {
  const tokenKey = await secrets.find(SECRET.accountTokens)
  const continueSecret = await secrets.find(SECRET.continueTokens)
  const shared = await secrets.find(SECRET.authority)
  return {
    tokenKey: tokenKey?.toString('base64'),
    continueSecret: continueSecret?.toString('base64'),
    authority:
      shared === undefined
        ? await readAuthority(dataDir)
        : (JSON.parse(shared.toString()) as IssuedCertificate),
  }
}

/** Puts the keys into a new store. The authority is in the store if servers share it, otherwise in the data folder. */
export async function restoreIdentity(
  { tokenKey, continueSecret, authority }: Identity,
  secrets: ServerSecrets,
  authorityPlace: { readonly dataDir: string } | 'store',
): Promise<void> {
  if (tokenKey !== undefined) await secrets.put(SECRET.accountTokens, Buffer.from(tokenKey, 'base64'))
  if (continueSecret !== undefined)
    await secrets.put(SECRET.continueTokens, Buffer.from(continueSecret, 'base64'))
  if (authority === undefined) return
  if (authorityPlace === 'store') await secrets.put(SECRET.authority, Buffer.from(JSON.stringify(authority)))
  else await writeAuthority(authorityPlace.dataDir, authority)
}

async function readAuthority(dataDir: string | undefined): Promise<IssuedCertificate | undefined> {
  if (dataDir === undefined) return undefined
  const cert = await readIfPresent(pkiFile(dataDir, 'ca.crt'))
  const key = await readIfPresent(pkiFile(dataDir, 'ca.key'))
  return cert === undefined || key === undefined ? undefined : { cert, key }
}

/** Rejects with `TransferError` if the folder has another authority: kubeconfigs may rely on it. */
export async function expectAuthorityPlace(dataDir: string, { key }: IssuedCertificate): Promise<void> {
  const present = await readIfPresent(pkiFile(dataDir, 'ca.key'))
  if (present === undefined || present === key) return
  throw new TransferError(
    `${pkiFile(dataDir, 'ca.key')} is another authority than that of the backup; remove pki/, or add --without-identity`,
  )
}

async function writeAuthority(dataDir: string, { cert, key }: IssuedCertificate): Promise<void> {
  await writeSecret(pkiFile(dataDir, 'ca.key'), key)
  await writeSecret(pkiFile(dataDir, 'ca.crt'), cert)
}
