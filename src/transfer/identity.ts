/**
 * The keys by which clients know a server: who has them can act as any user. A backup holds them, so that tokens and
 * kubeconfigs stay valid after a restore.
 */
export interface Identity {
  /** The private key that signs service account tokens: PKCS #8, DER, in base64. */
  readonly tokenKey?: string | undefined
  /** The secret that signs continue tokens, in base64. */
  readonly continueSecret?: string | undefined
  /** The self-signed certificate authority, in PEM. */
  readonly authority?: { readonly cert: string; readonly key: string } | undefined
}

/** Whether there is any key in it. */
export function isIdentityEmpty({ tokenKey, continueSecret, authority }: Identity): boolean {
  return tokenKey === undefined && continueSecret === undefined && authority === undefined
}

/** Undefined when the value is no identity. */
export function readIdentity(value: unknown): Identity | undefined {
  if (!isObject(value)) return undefined
  const { tokenKey, continueSecret, authority } = value
  const { cert, key } = isObject(authority) ? authority : {}
  return {
    tokenKey: typeof tokenKey === 'string' ? tokenKey : undefined,
    continueSecret: typeof continueSecret === 'string' ? continueSecret : undefined,
    authority: typeof cert === 'string' && typeof key === 'string' ? { cert, key } : undefined,
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
