import { ALL_ALGORITHMS, isAlgorithm } from './algorithms.js'
import { certificatesProblem } from './certificates.js'
import type { Issuer } from './issuer.js'
import { issuerUrlProblem } from './issuer-url.js'

/** Why tokens of an issuer could not be known, undefined when they can be. */
export function issuerProblem(issuer: Issuer): string | undefined {
  const { url, discoveryUrl, audiences, algorithms, certificateAuthority } = issuer
  const urlProblem = issuerUrlProblem(url)
  if (urlProblem !== undefined) return urlProblem
  const discoveryProblem = issuerUrlProblem(discoveryUrl)
  if (discoveryProblem !== undefined) return `of its discovery URL, ${discoveryProblem}`
  if (
    audiences.length === 0 ||
    !audiences.every((audience) => typeof audience === 'string' && audience !== '')
  ) {
    return 'it is not said for whom its tokens have to be (the client id)'
  }
  const other = algorithms.find((algorithm) => !isAlgorithm(algorithm))
  if (other !== undefined || algorithms.length === 0) {
    return `${other ?? 'none'} is no algorithm for signatures; those are ${ALL_ALGORITHMS.join(', ')}`
  }
  return certificateAuthority && certificatesProblem(certificateAuthority)
}
