import {
  AuthorizerValue,
  type ResourceAttributes as CelResourceAttributes,
  type CheckAccess,
  ResourceCheck,
} from '#cel/library/authorization.js'
import type { Bindings } from '#cel/program.js'
import { AUTHORIZER, REQUEST_RESOURCE } from '#kinds/admissionregistration/expressions/expression.js'
import { serviceAccountUser } from '#meta/user.js'
import type { Authorize, ResourceAttributes } from '#registry/authorize.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { namespaceOf } from '#webhooks/matching/selector-match.js'

/** The `authorizer` variables: the rights of the user, and those on the resource of the request. */
export function rightsBindings(review: AdmissionReview, authorize: Authorize): Bindings {
  const ask: CheckAccess = ({ account, verb, target }) =>
    authorize(account === undefined ? review.user : serviceAccountUser(account), {
      verb,
      path: 'path' in target ? target.path : '',
      resource: 'path' in target ? undefined : rightTo(target),
    })
  const authorizer = new AuthorizerValue(ask)
  return {
    [AUTHORIZER]: authorizer,
    [REQUEST_RESOURCE]: new ResourceCheck(authorizer, {
      group: review.version.group,
      resource: review.version.plural,
      subresource: review.subresource ?? '',
      namespace: namespaceOf(review) ?? '',
      name: review.name ?? '',
    }),
  }
}

function rightTo({
  group,
  resource,
  subresource,
  namespace,
  name,
}: CelResourceAttributes): ResourceAttributes {
  return {
    group,
    plural: resource,
    subresource: subresource || undefined,
    namespace: namespace || undefined,
    name: name || undefined,
  }
}
