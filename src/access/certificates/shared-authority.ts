import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import type { IssuedCertificate } from './certificate-authority.js'

/** The certificate authority of a store, which its servers share. */
export class SharedAuthority {
  readonly #secrets: ServerSecrets

  constructor(secrets: ServerSecrets) {
    this.#secrets = secrets
  }

  /** The authority; the first server that asks brings it. */
  async agree(own: () => IssuedCertificate): Promise<IssuedCertificate> {
    const secret = await this.#secrets.get(SECRET.authority, () => encode(own()))
    return JSON.parse(secret.toString()) as IssuedCertificate
  }

  /** Replaces the certificate. */
  async renew(authority: IssuedCertificate): Promise<void> {
    await this.#secrets.put(SECRET.authority, encode(authority))
  }
}

const encode = ({ cert, key }: IssuedCertificate) => Buffer.from(JSON.stringify({ cert, key }))
