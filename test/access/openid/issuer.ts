import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CompactSign, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { type Certificates, makeCertificates } from '#test/support/etcd/certificates.js'
import { OWN_ADDRESS } from '#test/support/own-address.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: PrivateKey
  readonly jwk: JWK
}

let keysMade = 0

export async function makeSigningKey(alg = 'RS256', kid = `key-${++keysMade}`): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** A token issuer on loopback. It can be down, rotate its key, or respond with anything. */
export class OpenIdIssuer {
  readonly caFile: string
  readonly #certificates: Certificates
  readonly #remove: () => Promise<void>
  #server: Server | undefined
  #port = 0
  /** Signs new tokens. */
  current: SigningKey
  /** The published keys. */
  published: JWK[]
  /** How often the keys were fetched. */
  requests = 0
  /** Replaces the response of the issuer if it returns true. */
  respond: (path: string, response: ServerResponse) => boolean = () => false

  private constructor(certificates: Certificates, key: SigningKey, remove: () => Promise<void>) {
    this.#certificates = certificates
    this.caFile = certificates.ca
    this.current = key
    this.published = [key.jwk]
    this.#remove = remove
  }

  static async start(alg?: string): Promise<OpenIdIssuer> {
    const { path, remove } = await temporaryFolder()
    const issuer = new OpenIdIssuer(await makeCertificates(path), await makeSigningKey(alg), remove)
    await issuer.up()
    return issuer
  }

  get url(): string {
    return `https://${OWN_ADDRESS}:${this.#port}`
  }

  /** Rotates the key: new tokens use it, and old keys are no longer published. */
  async rotate(alg = this.current.alg): Promise<void> {
    this.current = await makeSigningKey(alg)
    this.published = [this.current.jwk]
  }

  async up(): Promise<void> {
    const { cert, key } = this.#certificates.etcd
    const server = createServer(
      { cert: await readFile(cert), key: await readFile(key) },
      ({ url = '' }, response) => {
        if (url.endsWith('/keys')) this.requests++
        if (this.respond(url, response)) return
        const keys = { keys: this.published }
        const discovered = { issuer: this.url, jwks_uri: `${this.url}/keys` }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(url.endsWith('/keys') ? keys : discovered))
      },
    )
    await new Promise<void>((resolve) => server.listen(this.#port, OWN_ADDRESS, resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }

  /** A token for the audience `binnacle`, unless the claims or the header override it. */
  token(claims: object, header: object = {}, key = this.current): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ iss: this.url, aud: 'binnacle', iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey)
  }

  /** A token of ann. `extra` is put into the claims as JSON text. */
  writtenToken(extra: string): Promise<string> {
    const { alg, kid, privateKey } = this.current
    const claims = `{"iss":"${this.url}","aud":"binnacle","sub":"ann",${extra}}`
    return new CompactSign(Buffer.from(claims)).setProtectedHeader({ alg, kid }).sign(privateKey)
  }

  async remove(): Promise<void> {
    await this.down()
    await this.#remove()
  }
}

/** Builds a token from its parts. */
export function assembled(header: object, claims: object, signature: Buffer | string = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const end = typeof signature === 'string' ? signature : signature.toString('base64url')
  return `${part(header)}.${part(claims)}.${end}`
}
