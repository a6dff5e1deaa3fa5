import { bearerToken } from '#access/identity/bearer-token.js'
import type { SelfSubjectReview } from '#kinds/authentication/selfsubjectreview/index.js'
import type { TokenReview, UserInfo } from '#kinds/authentication/tokenreview/index.js'
import { badRequest } from '#meta/api-error.js'
import type { Identity, User } from '#meta/user.js'
import type { ReviewHandler } from '#registry/review-handler.js'
import { currentTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'

/** SelfSubjectReview. Ignores the rest of the object. */
export const reviewOwnIdentity =
  (clock: Clock): ReviewHandler<SelfSubjectReview> =>
  ({ object, user }) => {
    object.metadata = { creationTimestamp: currentTime(clock) }
    object.status = { userInfo: userInfo(user) }
  }

/** Authenticates a token. */
export type IdentifyToken = (token: string) => Identity | undefined | Promise<Identity | undefined>

/** TokenReview. */
export const reviewToken =
  (identify: IdentifyToken, ownAudiences: readonly string[]): ReviewHandler<TokenReview> =>
  async ({ object, warnings, auditAnnotations }) => {
    const { token, audiences = ownAudiences } = object.spec
    if (token === undefined) throw badRequest('token is required for TokenReview in authentication')
    // Parsed like the header of a request.
    const borne = bearerToken(`Bearer ${token}`)
    if (borne === undefined) {
      object.status = { user: {} }
      return
    }
    const identity = await identify(borne)
    const shared = (identity?.audiences ?? ownAudiences).filter((audience) => audiences.includes(audience))
    if (identity === undefined || shared.length === 0) {
      object.status = { user: {}, error: 'invalid bearer token' }
      return
    }
    identity.onUse?.({
      annotate: (key, value) => auditAnnotations?.annotate(key, value),
      warn: (text) => warnings?.push(text),
    })
    object.status = { authenticated: true, user: userInfo(identity.user), audiences: shared }
  }

function userInfo({ name, uid, groups, extra }: User): UserInfo {
  const keys = Object.keys(extra).sort()
  return {
    username: name,
    uid: uid || undefined,
    groups: groups.length === 0 ? undefined : [...groups],
    extra:
      keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, [...(extra[key] ?? [])]])),
  }
}
