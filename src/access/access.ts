import type { Controller, ControllerContext } from '#controllers/controller.js'
import type { ControllerName } from '#controllers/enabled-controllers.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Route } from '#http/routes/route.js'
import type { User } from '#meta/user.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { SignInMethods } from '#protocol/console.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ReviewHandlers } from '#registry/review-handler.js'
import type { ServerSecrets } from '#registry/server-secrets.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import type { Clock } from '#util/clock.js'
import type { CertificateVerifier } from './identity/certificate-verifier.js'
import type { OpenReviewWebhook } from './review-webhook.js'

/** Authentication, authorization, audit and limits, as configured. */
export interface Access {
  /** In order. Empty if access is open to all. */
  readonly filters: readonly Filter[]
  /** Whether responses have the `Audit-Id` header. */
  readonly showsAuditIds: boolean
  /** Wraps the responses to requests that are rejected before any filter. */
  onRejected(context: RequestContext, respond: () => void | Promise<void>): void | Promise<void>
  /** The server is stopping: requests no longer wait for the audit log. */
  stopWaiting(): void
  /** In any order. */
  readonly admission: readonly AdmissionPlugin[]
  readonly reviewHandlers: ReviewHandlers
  /** Whether a user may create a namespace implicitly. */
  canCreateNamespaces(user: User): boolean | Promise<boolean>
  /** Authorizes actions that are not requests. */
  readonly authorize: Authorize
  /** Whether an authorizer may ask another server. */
  readonly asksOtherServers: boolean
  readonly routes: readonly Route[]
  /** How users can sign in now, in a browser. */
  signIn(): SignInMethods
  controllers(
    contextOf: (name: ControllerName) => ControllerContext,
    writer: CanonicalWriter,
  ): readonly Controller[]
  /** Those of tokens in Secrets. `rootCa` returns the CA certificate of the server in PEM; empty without one. */
  tokenControllers(
    contextOf: (name: ControllerName) => ControllerContext,
    writer: CanonicalWriter,
    rootCa: () => string,
  ): readonly Controller[]
  close(): Promise<void>
}

/** The dependencies besides the configuration. */
export interface AccessDependencies {
  readonly kinds: KindRegistry
  readonly feed: ChangeFeed
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock: Clock
  /** Verifies client certificates of users; undefined without their CAs. */
  readonly certificates: CertificateVerifier | undefined
  /** Verifies client certificates of front proxies; undefined without their CAs. */
  readonly proxies: CertificateVerifier | undefined
  readonly secrets: ServerSecrets
  /** Opens webhooks that authenticate tokens or authorize requests. */
  readonly openReviewWebhook: OpenReviewWebhook
  /** Whether a server may allow everything to everybody who reaches it. */
  readonly mayAllowAll: boolean
}
