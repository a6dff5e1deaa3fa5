import { X509Certificate } from 'node:crypto'
import type { CurrentCredentials } from '#access/certificates/server-credentials.js'
import { perObject } from '#util/memoize.js'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Asked for each namespace and each token in a Secret, while it only changes with the files. */
export const rootOf = perObject(findRoot)

/**
 * The CA that clients verify a serving certificate from a file with: the last certificate of the file if that is a root,
 * or else the client CA that has issued it, or else the last one if it is an intermediate CA. Empty if there is none.
 */
function findRoot({ cert, userCas }: Pick<CurrentCredentials, 'cert' | 'userCas'>): string {
  const last = certificatesIn(cert).at(-1)
  if (last === undefined) return ''
  if (last.ca && isIssuedBy(last, last)) return last.toString()
  const issuer = userCas.flatMap(certificatesIn).find((ca) => ca.ca && isIssuedBy(last, ca))
  if (issuer !== undefined) return issuer.toString()
  return last.ca ? last.toString() : ''
}

const certificatesIn = (pem: string) =>
  (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text))

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
