import { readFile } from 'node:fs/promises'
import { AccessConfigError } from '#access/config.js'
import type { Logger } from '#observe/logger.js'
import type { CloseStack } from '#util/async/close-stack.js'
import type { Clock } from '#util/clock.js'
import { excerpt } from '#util/excerpt.js'
import { AuthenticationFile } from './authentication-file.js'
import { type Issuer, type IssuerOptions, issuerOf } from './issuer.js'
import { ALL_ALGORITHMS, certificatesError, isAlgorithm, issuerUrlError } from './issuer-checks.js'
import type { OpenIdConfig } from './openid-config.js'
import { TrustedIssuers } from './trusted-issuers.js'

/** The trusted issuers, and whether anonymous requests are allowed. */
export interface OpenedIssuers {
  readonly issuers: TrustedIssuers
  takesAnonymous(path: string): boolean
}

/** Opens the configured issuers, which need not be up. Rejects with `AccessConfigError`. */
export async function openIssuers(
  config: OpenIdConfig,
  ownIssuers: readonly string[],
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
  opened: CloseStack,
): Promise<OpenedIssuers> {
  const issuers = new TrustedIssuers(logger, clock)
  opened.push(() => issuers.close())
  const { authenticationConfig: path } = config
  const named = await namedIssuers(config, ownIssuers)
  if (path === '') {
    issuers.replace(named)
    return { issuers, takesAnonymous: () => true }
  }
  if (named.length > 0) {
    throw new AccessConfigError(
      'issuers are named by --authentication-config or by --oidc-issuer-url, not by both',
    )
  }
  const file = await AuthenticationFile.open(path, issuers, ownIssuers, logger).catch((error: Error) => {
    throw new AccessConfigError(`the issuers in ${path} cannot be used: ${error.message}`, { cause: error })
  })
  opened.push(() => file.close())
  return { issuers, takesAnonymous: (path) => file.takesAnonymous(path) }
}

/** The issuers of flags and of the program. */
async function namedIssuers(config: OpenIdConfig, ownIssuers: readonly string[]): Promise<readonly Issuer[]> {
  const issuers: Issuer[] = []
  const seen = new Set(ownIssuers)
  for (const options of [...flaggedIssuer(config), ...(config.issuers ?? [])]) {
    const { issuerUrl, caFile } = options
    const ca = caFile ? await readCertificates(caFile) : options.ca
    const issuer = issuerOf({ ...options, ca })
    const message =
      issuerError(issuer) ?? (seen.has(issuerUrl) ? 'there is another issuer with its URL' : undefined)
    if (message !== undefined) {
      throw new AccessConfigError(`the issuer ${excerpt(issuerUrl)} cannot be used: ${message}`)
    }
    seen.add(issuerUrl)
    issuers.push(issuer)
  }
  return issuers
}

function flaggedIssuer(config: OpenIdConfig): readonly IssuerOptions[] {
  if (config.oidcIssuerUrl === '') return []
  return [
    {
      issuerUrl: config.oidcIssuerUrl,
      clientId: config.oidcClientId,
      caFile: config.oidcCaFile,
      signingAlgs: config.oidcSigningAlgs,
      requiredClaims: config.oidcRequiredClaims,
      usernameClaim: config.oidcUsernameClaim,
      usernamePrefix: config.oidcUsernamePrefix,
      groupsClaim: config.oidcGroupsClaim,
      groupsPrefix: config.oidcGroupsPrefix,
    },
  ]
}

async function readCertificates(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new AccessConfigError(`the certificates in ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** The error of an issuer, if any. */
function issuerError(issuer: Issuer): string | undefined {
  const { url, discoveryUrl, audiences, algorithms, certificateAuthority } = issuer
  const urlError = issuerUrlError(url)
  if (urlError !== undefined) return urlError
  const discoveryError = issuerUrlError(discoveryUrl)
  if (discoveryError !== undefined) return `of its discovery URL, ${discoveryError}`
  if (
    audiences.length === 0 ||
    !audiences.every((audience) => typeof audience === 'string' && audience !== '')
  ) {
    return 'it has no audience (client id)'
  }
  const other = algorithms.find((algorithm) => !isAlgorithm(algorithm))
  if (other !== undefined || algorithms.length === 0) {
    return `${other ?? 'none'} is no algorithm for signatures; those are ${ALL_ALGORITHMS.join(', ')}`
  }
  return certificateAuthority && certificatesError(certificateAuthority)
}
