import {
  AuthorizerValue,
  type ResourceAttributes as CelResourceAttributes,
  type CheckAccess,
  ResourceCheck,
} from '#cel/library/authorization.js'
import type { Bindings } from '#cel/program.js'
import { AUTHORIZER, REQUEST_RESOURCE } from '#kinds/admissionregistration/expressions/expression.js'
import { serviceAccountUser } from '#meta/user.js'
import type { AuthorizationDecision, Authorize, ResourceAttributes } from '#registry/authorize.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { namespaceOf } from '#webhooks/matching/selector-match.js'

/**
 * Thrown out of an expression that needs the decision of another server. The expression is evaluated again once the
 * decision is known.
 */
export class Undecided extends Error {
  override readonly name = 'Undecided'
  readonly decided: Promise<void>

  constructor(decided: Promise<void>) {
    super()
    this.decided = decided
  }
}

/** The `authorizer` variables: the rights of the user, and those on the resource of the request. */
export function rightsBindings(review: AdmissionReview, authorize: Authorize): Bindings {
  /** Decisions of other servers, by what was asked. */
  const known = new Map<string, AuthorizationDecision>()
  const ask: CheckAccess = (asked) => {
    const { account, verb, target } = asked
    const decision =
      known.get(JSON.stringify(asked)) ??
      authorize(account === undefined ? review.user : serviceAccountUser(account), {
        verb,
        path: 'path' in target ? target.path : '',
        resource: 'path' in target ? undefined : rightTo(target),
      })
    if (!(decision instanceof Promise)) return decision
    throw new Undecided(decision.then((made) => void known.set(JSON.stringify(asked), made)))
  }
  const authorizer = new AuthorizerValue(ask)
  return {
    [AUTHORIZER]: authorizer,
    [REQUEST_RESOURCE]: new ResourceCheck(authorizer, {
      group: review.version.group,
      resource: review.version.plural,
      subresource: review.subresource ?? '',
      namespace: namespaceOf(review) ?? '',
      name: review.name ?? '',
      fieldSelector: '',
      labelSelector: '',
    }),
  }
}

function rightTo({
  group,
  resource,
  subresource,
  namespace,
  name,
  fieldSelector,
  labelSelector,
}: CelResourceAttributes): ResourceAttributes {
  return {
    group,
    plural: resource,
    subresource: subresource || undefined,
    namespace: namespace || undefined,
    name: name || undefined,
    fieldSelector: fieldSelector || undefined,
    labelSelector: labelSelector || undefined,
  }
}
