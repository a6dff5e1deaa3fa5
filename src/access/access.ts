import type { Controller, ControllerContext } from '#controllers/controller.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Route } from '#http/routes/route.js'
import type { User } from '#meta/user.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ReviewHandlers } from '#registry/review-handler.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import type { Clock } from '#util/clock.js'
import type { Authenticator } from './identity/authenticator.js'

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
  readonly admission: readonly AdmissionPlugin[]
  readonly reviewHandlers: ReviewHandlers
  /** Whether a user may create a namespace implicitly. */
  canCreateNamespaces(user: User): boolean
  /** Authorizes actions that are not requests. */
  readonly authorize: Authorize
  readonly routes: readonly Route[]
  controllers(parts: ControllerContext, writer: CanonicalWriter): readonly Controller[]
  close(): Promise<void>
}

/** The dependencies besides the configuration. */
export interface AccessDependencies {
  readonly kinds: KindRegistry
  readonly feed: ChangeFeed
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock: Clock
  /** Authenticates client certificates; undefined without client CAs. */
  readonly certificates: Authenticator | undefined
  /** Returns a secret that is stored with the data, and creates it on first use. */
  readonly secret: (name: string, make: () => Buffer) => Promise<Buffer>
}
