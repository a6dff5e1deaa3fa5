import type { Controller, ControllerParts } from '../controllers/controller.js'
import type { Filter } from '../http/filter.js'
import type { Logger } from '../observe/logger.js'
import type { ChangeFeed } from '../registry/change-feed.js'
import type { Evaluators } from '../registry/evaluation.js'
import type { AdmissionPlugin } from '../registry/write/admission.js'
import type { CanonicalWriter } from '../registry/write/canonical-writer.js'
import { CloseStack } from '../util/close-stack.js'
import { auditIds } from './audit/audit-id.js'
import { RoleAggregation } from './authorization/aggregation.js'
import { Authorization } from './authorization/authorization.js'
import { type Authorizer, alwaysAllow } from './authorization/authorizer.js'
import { BootstrapPolicy } from './authorization/bootstrap/controller.js'
import { EscalationCheck } from './authorization/escalation.js'
import { OpenWatches } from './authorization/open-watches.js'
import { RbacAuthorizer } from './authorization/rbac/authorizer.js'
import { feedPolicy } from './authorization/rbac/policy-feed.js'
import { PolicyIndex } from './authorization/rbac/policy-index.js'
import { type AccessConfig, AccessUnusable } from './config.js'
import { Authentication } from './identity/authentication.js'
import type { TokenAuthenticator } from './identity/authenticator.js'
import { BearerTokenAuthenticator } from './identity/bearer-token.js'
import { Impersonation } from './identity/impersonation.js'
import { TokenFileAuthenticator } from './identity/token-file-authenticator.js'
import { reviewEvaluators } from './reviews/index.js'

/** Who sends requests and what they may do: everything that follows from the configuration, and nothing else. */
export interface Access {
  /** In order. None where everyone may do everything. */
  readonly filters: readonly Filter[]
  readonly admission: readonly AdmissionPlugin[]
  readonly evaluators: Evaluators
  controllers(parts: ControllerParts, writer: CanonicalWriter): readonly Controller[]
  close(): Promise<void>
}

/** Rejects when a file that the configuration names cannot be used. */
export async function openAccess(config: AccessConfig, feed: ChangeFeed, logger: Logger): Promise<Access> {
  const opened = new CloseStack()
  const tokens = new BearerTokenAuthenticator(await openTokenSources(config, logger, opened))
  const { authorizer, admission } = openAuthorization(config, feed, opened)
  const watches = new OpenWatches(authorizer)
  opened.push(() => watches.close())
  const isOpen = authorizer === alwaysAllow && config.tokenAuthFile === '' && config.anonymousAuth
  return {
    filters: isOpen
      ? []
      : [
          auditIds,
          new Authentication({ authenticators: [tokens], anonymous: config.anonymousAuth }),
          new Impersonation(authorizer),
          new Authorization(authorizer, watches),
        ],
    admission,
    evaluators: reviewEvaluators(authorizer, (token) => tokens.identify(token)),
    controllers: (parts, writer) =>
      authorizer === alwaysAllow ? [] : [new BootstrapPolicy(parts, writer), new RoleAggregation(parts)],
    close: () => opened.close(),
  }
}

async function openTokenSources(
  { tokenAuthFile }: AccessConfig,
  logger: Logger,
  opened: CloseStack,
): Promise<readonly TokenAuthenticator[]> {
  if (tokenAuthFile === '') return []
  const file = await TokenFileAuthenticator.open(tokenAuthFile, logger).catch((error: Error) => {
    throw new AccessUnusable(`the tokens in ${tokenAuthFile} cannot be used: ${error.message}`, {
      cause: error,
    })
  })
  opened.push(() => file.close())
  return [file]
}

function openAuthorization(
  { authorizationMode }: AccessConfig,
  feed: ChangeFeed,
  opened: CloseStack,
): { readonly authorizer: Authorizer; readonly admission: readonly AdmissionPlugin[] } {
  if (authorizationMode === 'AlwaysAllow') return { authorizer: alwaysAllow, admission: [] }
  const index = new PolicyIndex()
  opened.push(feedPolicy(index, feed))
  const authorizer = new RbacAuthorizer(index)
  return { authorizer, admission: [new EscalationCheck(authorizer)] }
}
