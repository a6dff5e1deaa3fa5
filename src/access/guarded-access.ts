import type { ResourceAttributes } from '#http/request/resource-path.js'
import { token as accountToken } from '#kinds/core/serviceaccount/token.js'
import type { Logger } from '#observe/logger.js'
import type { StoredKind, Subresource } from '#registry/kind.js'
import type { ReviewHandler } from '#registry/review-handler.js'
import { type AdmissionPlugin, callingOtherServers } from '#registry/write/admission.js'
import { CloseStack } from '#util/async/close-stack.js'
import type { Access, AccessDependencies } from './access.js'
import { AccessMetrics } from './access-metrics.js'
import { openAudit } from './audit/open-audit.js'
import { RoleAggregation } from './authorization/aggregation.js'
import { Authorization } from './authorization/authorization.js'
import { allowsAll } from './authorization/authorization-config.js'
import { type Authorizer, alwaysAllow, isAllowed } from './authorization/authorizer.js'
import { BootstrapPolicy } from './authorization/bootstrap/controller.js'
import { EscalationCheck } from './authorization/escalation.js'
import { NodeAccess } from './authorization/node/node-access.js'
import { NodeAuthorizer } from './authorization/node/node-authorizer.js'
import { PodsOfNodes } from './authorization/node/pods-of-nodes.js'
import { openAuthorizers } from './authorization/open-authorizers.js'
import { OpenWatches } from './authorization/open-watches.js'
import { ParameterAuthorization } from './authorization/parameter-authorization.js'
import { RbacAuthorizer } from './authorization/rbac/authorizer.js'
import { feedPolicy } from './authorization/rbac/policy-feed.js'
import { PolicyIndex } from './authorization/rbac/policy-index.js'
import { signerAuthorization } from './authorization/signer-authorization.js'
import { type AccessConfig, AccessConfigError, hasAuthentication } from './config.js'
import { dumpRoutes } from './flowcontrol/dumps.js'
import { FlowSchemaStatusController } from './flowcontrol/flow-schema-status.js'
import { FrontProxy } from './front-proxy/front-proxy.js'
import { Guard } from './guard.js'
import { Authentication } from './identity/authentication.js'
import type { TokenAuthenticator } from './identity/authenticator.js'
import { BearerTokenAuthenticator } from './identity/bearer-token.js'
import { ClientCertificateAuthenticator } from './identity/client-certificate.js'
import { Impersonation } from './identity/impersonation.js'
import { StaticTokens } from './identity/static-tokens.js'
import { tokenConfigError, usersOf } from './identity/token-config.js'
import { TokenFileAuthenticator } from './identity/token-file-authenticator.js'
import { openLimits } from './limits/index.js'
import { openIssuers } from './openid/open-issuers.js'
import { signInIssuers } from './openid/sign-in-issuers.js'
import { createReviewHandlers } from './reviews/index.js'
import { audiencesOf } from './tokens/account-token-config.js'
import { BootstrapTokens } from './tokens/bootstrap-tokens.js'
import { openServiceAccountTokens } from './tokens/service-account-tokens.js'
import { SignedTokens } from './tokens/signed-tokens.js'
import { WebhookTokens } from './tokens/webhook-tokens.js'

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
  const { serviceAccountIssuer: ownIssuers } = config
  const { authorizer, admission } = await openAuthorization(config, parts, opened)
  const isOpen = authorizer === alwaysAllow && !hasAuthentication(config) && config.anonymousAuth
  const audiences = audiencesOf(config)
  const accounts = await openServiceAccountTokens(config, parts, isOpen)
  const known = await openStaticTokens(config, logger, opened)
  const { issuers, takesAnonymous } = await openIssuers(config, ownIssuers, parts, opened)
  const signed = new SignedTokens((url) => accounts.issuer(url) ?? issuers.get(url))
  const others = [
    ...(config.enableBootstrapTokenAuth ? [new BootstrapTokens(feed, clock)] : []),
    ...(await webhookTokens(config, audiences, parts, opened)),
  ]
  const tokens = new BearerTokenAuthenticator([...known, signed, ...others], audiences)
  const asksOtherServers = config.authorizationConfig !== '' || config.authorizationMode.includes('Webhook')
  const watches = new OpenWatches(authorizer)
  opened.push(() => watches.close())
  const recording = await openAudit(config, { logger, metrics, clock, isOpen })
  if (recording !== undefined) opened.push(() => recording.close())
  const audit = recording?.audit
  const limits = openLimits(config, !isOpen, feed, metrics)
  const { fairness } = limits
  opened.push(() => fairness?.close())
  const guard = () =>
    new Guard({
      authentication: new Authentication({
        frontProxy: parts.proxies && new FrontProxy(parts.proxies, config),
        authenticators:
          parts.certificates === undefined
            ? [tokens]
            : [new ClientCertificateAuthenticator(parts.certificates), tokens],
        takesAnonymous: config.anonymousAuth ? takesAnonymous : () => false,
      }),
      audit,
      impersonation: new Impersonation(authorizer),
      limits,
      authorization: new Authorization(authorizer, watches),
      metrics: new AccessMetrics(metrics),
    })
  const filters = isOpen ? [audit, limits.requests, limits.watches] : [guard()]
  return {
    filters: [...(recording?.room ?? []), ...filters].filter((filter) => filter !== undefined),
    showsAuditIds: !isOpen || recording !== undefined,
    onRejected: (context, respond) => {
      const responding = respond()
      recording?.audit.recordUnknown(context)
      return responding
    },
    stopWaiting: () => recording?.stopWaiting(),
    admission: asksOtherServers ? callingOtherServers(admission) : admission,
    reviewHandlers: new Map<StoredKind | Subresource, AnyReviewHandler>([
      ...createReviewHandlers(authorizer, (token) => tokens.identify(token), audiences, clock),
      [accountToken, (request) => accounts.requested.issue(request)],
    ]),
    canCreateNamespaces: (user) =>
      isAllowed(authorizer, { user, verb: 'create', path: '', resource: NAMESPACES }),
    asksOtherServers,
    authorize: (user, { verb, path, resource }) =>
      authorizer.decide({
        ...{ user, verb, path, resource: resource && { ...resource, version: '*' } },
        fieldSelector: resource?.fieldSelector,
        labelSelector: resource?.labelSelector,
      }),
    routes: isOpen
      ? []
      : [...accounts.routes, ...(fairness === undefined ? [] : dumpRoutes(() => fairness.levels))],
    signIn: () => ({
      // Tokens of service accounts are always accepted.
      tokens: !isOpen,
      certificates: parts.certificates !== undefined,
      issuers: signInIssuers(issuers),
    }),
    controllers: (contextOf, writer) => {
      const status = fairness && new FlowSchemaStatusController(contextOf('flow-schema-status'))
      const ofFairness = status === undefined ? [] : [status]
      if (authorizer === alwaysAllow) return ofFairness
      const policy = new BootstrapPolicy(contextOf('bootstrap-policy'), writer)
      return [...ofFairness, policy, new RoleAggregation(contextOf('role-aggregation'))]
    },
    tokenControllers: accounts.controllers,
    close: () => opened.close(),
  }
}

/** Reviews are answered while a request waits. */
const TOKEN_REVIEW_TIMEOUT_MS = 10_000

async function webhookTokens(
  { tokenWebhookConfigFile: path, tokenWebhookVersion: version, tokenWebhookCacheTtlMs: ttlMs }: AccessConfig,
  audiences: readonly string[],
  { openReviewWebhook, clock, logger }: AccessDependencies,
  opened: CloseStack,
): Promise<readonly TokenAuthenticator[]> {
  if (path === '') return []
  const webhook = await openReviewWebhook(path, TOKEN_REVIEW_TIMEOUT_MS).catch((error: Error) => {
    throw new AccessConfigError(`--authentication-token-webhook-config-file ${path}: ${error.message}`)
  })
  opened.push(() => webhook.close())
  return [new WebhookTokens({ send: webhook.send, version, audiences, ttlMs, clock, logger })]
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

async function openAuthorization(
  config: AccessConfig,
  { kinds, feed, openReviewWebhook, mayAllowAll, clock, logger }: AccessDependencies,
  opened: CloseStack,
): Promise<{ readonly authorizer: Authorizer; readonly admission: readonly AdmissionPlugin[] }> {
  if (allowsAll(config.authorizationMode)) return { authorizer: alwaysAllow, admission: [] }
  const index = new PolicyIndex()
  opened.push(feedPolicy(index, feed))
  const rbac = new RbacAuthorizer(index)
  const openNodeAuthorizer = () => {
    const pods = new PodsOfNodes(feed)
    opened.push(() => pods.close())
    return new NodeAuthorizer(new NodeAccess(feed, pods))
  }
  const parts = { rbac, openNodeAuthorizer, openReviewWebhook, mayAllowAll, clock, logger }
  const authorizer = await openAuthorizers(config, parts, opened).catch((error: Error) => {
    const { authorizationConfig: file, authorizationWebhookConfigFile: webhook } = config
    const place =
      file === '' ? `--authorization-webhook-config-file ${webhook}` : `--authorization-config ${file}`
    throw new AccessConfigError(`${place}: ${error.message}`, { cause: error })
  })
  const admission = [
    new EscalationCheck(rbac, authorizer),
    new ParameterAuthorization(authorizer, kinds, feed),
    ...signerAuthorization(authorizer),
  ]
  return { authorizer, admission }
}
