import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { TransferError } from '#transfer/progress.js'
import type { Opener, Sealer } from './wrapped-key.js'

/** Files for whom to encrypt; empty for none. */
export interface SealerFiles {
  readonly passphraseFile: string
  /** An X25519 public key, in PEM. */
  readonly recipientFile: string
}

/** Files to decrypt with; empty for none. */
export interface OpenerFiles {
  readonly passphraseFile: string
  /** An X25519 private key, in PEM. */
  readonly privateKeyFile: string
}

/** Undefined if there is neither a passphrase nor a recipient. Rejects with `TransferError`. */
export async function readSealer({
  passphraseFile,
  recipientFile,
}: SealerFiles): Promise<Sealer | undefined> {
  if (passphraseFile === '' && recipientFile === '') return undefined
  return {
    passphrase: passphraseFile === '' ? undefined : await readPassphrase(passphraseFile),
    recipient: recipientFile === '' ? undefined : await readRecipient(recipientFile),
  }
}

/** Rejects with `TransferError`. */
export async function readOpener({ passphraseFile, privateKeyFile }: OpenerFiles): Promise<Opener> {
  return {
    passphrase: passphraseFile === '' ? undefined : await readPassphrase(passphraseFile),
    privateKey: privateKeyFile === '' ? undefined : await readPrivateKey(privateKeyFile),
  }
}

/** A new key pair, in PEM. */
export function makeKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('x25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}

/** The first line. */
async function readPassphrase(path: string): Promise<string> {
  const [line = ''] = (await read('--passphrase-file', path)).split(/\r?\n/, 1)
  if (line === '') throw new TransferError(`--passphrase-file: the first line of ${path} is empty`)
  return line
}

export async function readRecipient(path: string, flag = '--recipient-file'): Promise<KeyObject> {
  const pem = await read(flag, path)
  // Node would derive the public key. A private key does not belong where backups are made.
  if (pem.includes('PRIVATE KEY'))
    throw new TransferError(`${flag}: ${path} holds a private key; use the public key`)
  return x25519(flag, path, () => createPublicKey(pem))
}

async function readPrivateKey(path: string): Promise<KeyObject> {
  const pem = await read('--private-key-file', path)
  return x25519('--private-key-file', path, () => createPrivateKey(pem))
}

function x25519(flag: string, path: string, parse: () => KeyObject): KeyObject {
  let key: KeyObject | undefined
  try {
    key = parse()
  } catch {
    // Reported below, without the content.
  }
  if (key?.asymmetricKeyType === 'x25519') return key
  throw new TransferError(`${flag}: ${path} is not an X25519 key in PEM; "binnacle backup keygen" makes one`)
}

async function read(flag: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new TransferError(`${flag}: ${error.message}`, { cause: error })
  })
}
