/** Signatures that need the private key of the issuer: what the issuer publishes is not enough to make one. */
export const ALL_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
]

export const DEFAULT_ALGORITHMS: readonly string[] = ['RS256']

export const isAlgorithm = (text: string): boolean => ALL_ALGORITHMS.includes(text)
