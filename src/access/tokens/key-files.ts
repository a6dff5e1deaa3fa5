import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type PublicTokenKey, publicTokenKey, type TokenKey } from './token-key.js'

/** Files of keys for service account tokens, in PEM. */

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g
/** Comes before a key and is part of it. */
const PARAMETERS = 'EC PARAMETERS'
const MIN_RSA_BITS = 2048
/** By the curve of the key. */
const EC_ALGORITHMS: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

/** The public keys of a file: of public and private keys and of certificates. Rejects if there is none. */
export async function readKeyFile(path: string): Promise<readonly PublicTokenKey[]> {
  const blocks = [...(await readFile(path, 'utf8')).matchAll(BLOCK)].filter(([, type]) => type !== PARAMETERS)
  if (blocks.length === 0) throw new Error(`${path} holds no key in PEM`)
  return blocks.map(([block], index) => {
    try {
      return keyOf(createPublicKey(block))
    } catch (error) {
      throw new Error(`key ${index + 1} in ${path} cannot be used: ${(error as Error).message}`)
    }
  })
}

/** The private key of a file. Rejects if there is none. */
export async function readSigningKeyFile(path: string): Promise<TokenKey> {
  const pem = await readFile(path, 'utf8')
  try {
    const privateKey = createPrivateKey(pem)
    return { privateKey, ...keyOf(createPublicKey(privateKey)) }
  } catch (error) {
    throw new Error(`the key in ${path} cannot be used: ${(error as Error).message}`)
  }
}

/** As Kubernetes identifies keys, so that several servers agree. */
function keyOf(publicKey: KeyObject): PublicTokenKey {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return publicTokenKey(
    publicKey,
    algorithmOf(publicKey),
    createHash('sha256').update(spki).digest('base64url'),
  )
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): string {
  if (type === 'rsa') {
    if ((details.modulusLength ?? 0) >= MIN_RSA_BITS) return 'RS256'
    throw new Error(`it has less than ${MIN_RSA_BITS} bits`)
  }
  const algorithm = EC_ALGORITHMS[details.namedCurve ?? '']
  if (algorithm === undefined) throw new Error('it is neither an RSA key nor one of P-256, P-384 or P-521')
  return algorithm
}
