import type { ResourceAttributes } from '#http/request/resource-path.js'
import { token as accountToken } from '#kinds/core/serviceaccount/token.js'
import type { Logger } from '#observe/logger.js'
import type { StoredKind, Subresource } from '#registry/kind.js'
import type { ReviewHandler } from '#registry/review-handler.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import { CloseStack } from '#util/async/close-stack.js'
import { lazy } from '#util/memoize.js'
import type { Access, AccessDependencies } from './access.js'
import { openAudit } from './audit/open-audit.js'
import { RoleAggregation } from './authorization/aggregation.js'
import { Authorization } from './authorization/authorization.js'
import { type Authorizer, alwaysAllow } from './authorization/authorizer.js'
import { BootstrapPolicy } from './authorization/bootstrap/controller.js'
import { EscalationCheck } from './authorization/escalation.js'
import { OpenWatches } from './authorization/open-watches.js'
import { ParameterAuthorization } from './authorization/parameter-authorization.js'
import { RbacAuthorizer } from './authorization/rbac/authorizer.js'
import { feedPolicy } from './authorization/rbac/policy-feed.js'
import { PolicyIndex } from './authorization/rbac/policy-index.js'
import { SignerAuthorization } from './authorization/signer-authorization.js'
import { type AccessConfig, AccessConfigError, hasAuthentication } from './config.js'
import { Guard } from './guard.js'
import { Authentication } from './identity/authentication.js'
import type { TokenAuthenticator } from './identity/authenticator.js'
import { BearerTokenAuthenticator } from './identity/bearer-token.js'
import { Impersonation } from './identity/impersonation.js'
import { StaticTokens } from './identity/static-tokens.js'
import { tokenConfigError, usersOf } from './identity/token-config.js'
import { TokenFileAuthenticator } from './identity/token-file-authenticator.js'
import { openLimits } from './limits/index.js'
import { openIssuers } from './openid/open-issuers.js'
import { createReviewHandlers } from './reviews/index.js'
import { AccountTokens } from './tokens/account-tokens.js'
import { tokenRoutes } from './tokens/routes.js'
import { SignedTokens } from './tokens/signed-tokens.js'
import { TokenBindings } from './tokens/token-bindings.js'
import { makeTokenKey, readTokenKey } from './tokens/token-key.js'

const NAMESPACES: ResourceAttributes = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  subresource: undefined,
  namespace: undefined,
  name: undefined,
}

// biome-ignore lint/suspicious/noExplicitAny: each evaluator knows the type of its own kind's objects.
type AnyReviewHandler = ReviewHandler<any>

/** Rejects if a configured file cannot be used, and closes what was opened. */
export async function openGuardedAccess(config: AccessConfig, parts: AccessDependencies): Promise<Access> {
  const opened = new CloseStack()
  try {
    return await open(config, parts, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function open(config: AccessConfig, parts: AccessDependencies, opened: CloseStack): Promise<Access> {
  const { feed, logger, metrics, clock } = parts
  const { serviceAccountIssuer: issuer } = config
  const key = lazy(async () => readTokenKey(await parts.secret('token-key', makeTokenKey)))
  const accounts = new AccountTokens(issuer, key, new TokenBindings(feed), clock)
  const known = await openStaticTokens(config, logger, opened)
  const { issuers, takesAnonymous } = await openIssuers(config, issuer, parts, opened)
  const signed = new SignedTokens((url) => (url === issuer ? accounts : issuers.get(url)))
  const tokens = new BearerTokenAuthenticator([...known, signed], issuer)
  const { authorizer, admission } = openAuthorization(config, parts, opened)
  const watches = new OpenWatches(authorizer)
  opened.push(() => watches.close())
  const isOpen = authorizer === alwaysAllow && !hasAuthentication(config) && config.anonymousAuth
  const recording = await openAudit(config, { logger, metrics, clock, isOpen })
  if (recording !== undefined) opened.push(() => recording.close())
  const audit = recording?.audit
  const limits = openLimits(config, !isOpen, metrics)
  const guard = new Guard({
    authentication: new Authentication({
      authenticators: parts.certificates === undefined ? [tokens] : [parts.certificates, tokens],
      takesAnonymous: config.anonymousAuth ? takesAnonymous : () => false,
    }),
    audit,
    impersonation: new Impersonation(authorizer),
    limits,
    authorization: new Authorization(authorizer, watches),
  })
  const filters = isOpen ? [audit, limits.requests, limits.watches] : [guard]
  return {
    filters: [...(recording?.room ?? []), ...filters].filter((filter) => filter !== undefined),
    showsAuditIds: !isOpen || recording !== undefined,
    onRejected: (context, respond) => {
      const responding = respond()
      recording?.audit.recordUnknown(context)
      return responding
    },
    stopWaiting: () => recording?.stopWaiting(),
    admission,
    reviewHandlers: new Map<StoredKind | Subresource, AnyReviewHandler>([
      ...createReviewHandlers(authorizer, (token) => tokens.identify(token), issuer, clock),
      [accountToken, (request) => accounts.issue(request)],
    ]),
    canCreateNamespaces: (user) =>
      authorizer.allows({ user, verb: 'create', path: '', resource: NAMESPACES }),
    authorize: (user, { verb, path, resource }) =>
      authorizer.decide({ user, verb, path, resource: resource && { ...resource, version: '*' } }),
    routes: isOpen ? [] : tokenRoutes(issuer, key),
    controllers: (parts, writer) =>
      authorizer === alwaysAllow ? [] : [new BootstrapPolicy(parts, writer), new RoleAggregation(parts)],
    close: () => opened.close(),
  }
}

/** Tokens from the token file or the program. */
async function openStaticTokens(
  { tokenAuthFile, tokens = [] }: AccessConfig,
  logger: Logger,
  opened: CloseStack,
): Promise<readonly TokenAuthenticator[]> {
  const known: TokenAuthenticator[] = []
  if (tokenAuthFile !== '') {
    const file = await TokenFileAuthenticator.open(tokenAuthFile, logger).catch((error: Error) => {
      throw new AccessConfigError(`the tokens in ${tokenAuthFile} cannot be used: ${error.message}`, {
        cause: error,
      })
    })
    opened.push(() => file.close())
    known.push(file)
  }
  for (const [index, token] of tokens.entries()) {
    const message = tokenConfigError(token)
    if (message !== undefined) throw new AccessConfigError(`token ${index} cannot be used: ${message}`)
  }
  if (tokens.length > 0) known.push(new StaticTokens(usersOf(tokens)))
  return known
}

function openAuthorization(
  { authorizationMode }: AccessConfig,
  { kinds, feed }: AccessDependencies,
  opened: CloseStack,
): { readonly authorizer: Authorizer; readonly admission: readonly AdmissionPlugin[] } {
  if (authorizationMode === 'AlwaysAllow') return { authorizer: alwaysAllow, admission: [] }
  const index = new PolicyIndex()
  opened.push(feedPolicy(index, feed))
  const authorizer = new RbacAuthorizer(index)
  const admission = [
    new EscalationCheck(authorizer),
    new ParameterAuthorization(authorizer, kinds, feed),
    new SignerAuthorization(authorizer),
  ]
  return { authorizer, admission }
}
