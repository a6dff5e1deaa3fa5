import { CertificateAuthority, newKey } from '#access/certificates/certificate-authority.js'

/** A new certificate authority. */
export function newAuthority(): CertificateAuthority {
  const [key] = newKey()
  return CertificateAuthority.of({ cert: CertificateAuthority.certify(key), key })
}

export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1'] as const
