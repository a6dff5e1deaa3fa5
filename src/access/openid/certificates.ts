import { X509Certificate } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Why a text in PEM cannot be trusted as certificates, undefined when it can. */
export function certificatesProblem(pem: string): string | undefined {
  const certificates = pem.match(CERTIFICATE) ?? []
  if (certificates.length === 0) return 'there is no certificate in PEM'
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate)
    } catch {
      return `certificate ${index + 1} cannot be read`
    }
  }
  return undefined
}
