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
import type { Authenticator } from './identity/authenticator.js'

/** Who sends requests and what they may do: everything that follows from the configuration, and nothing else. */
export interface Access {
  /** In order. None where everyone may do everything. */
  readonly filters: readonly Filter[]
  /** Whether answers tell what their requests are called in records of who did what. */
  readonly showsAuditIds: boolean
  /** Is given the answers to requests that are rejected before any filter sees them. */
  onRejected(context: RequestContext, respond: () => void | Promise<void>): void | Promise<void>
  /** The server is about to stop: no request has to wait for its record any more. */
  stopWaiting(): void
  readonly admission: readonly AdmissionPlugin[]
  readonly reviewHandlers: ReviewHandlers
  /** Whether a user may bring a namespace into being by creating something in it. */
  canCreateNamespaces(user: User): boolean
  /** Answers whether a user has a right, for those who ask besides requests. */
  readonly authorize: Authorize
  readonly routes: readonly Route[]
  controllers(parts: ControllerContext, writer: CanonicalWriter): readonly Controller[]
  close(): Promise<void>
}

/** What access is made of besides its configuration. */
export interface AccessDependencies {
  readonly kinds: KindRegistry
  readonly feed: ChangeFeed
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  /** Knows clients by their certificates; undefined where no authority vouches for clients. */
  readonly certificates: Authenticator | undefined
  /** A secret that is kept with the store, made when it is first asked for. */
  readonly secret: (name: string, make: () => Buffer) => Promise<Buffer>
}
