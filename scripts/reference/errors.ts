import { ERRORS, type ErrorName } from '#meta/api-error.js'
import { FIELD_ERRORS } from '#meta/field-error.js'
import { code, page, table } from './markdown.js'

/** When the server responds with each error, and what the client can do. */
const WHEN: Readonly<Record<ErrorName, string>> = {
  badRequest:
    'The server cannot read the request: the body is neither JSON nor YAML, a value has the wrong type, name or namespace differ from the path, a parameter makes no sense. With `fieldValidation=Strict` also: the body has unknown or duplicate fields.',
  unauthorized:
    'The server does not accept the credentials: the token is unknown or has expired. Or there are none, and `--anonymous-auth=false` requires some.',
  forbidden:
    'The user may not do this; the message names the user, the verb, the resource and the namespace. Or a role or binding would grant rights that its author does not have. Or an admission plugin, a webhook or its match conditions reject the write. Or a browser sent the request from a page of another site, or `Host` names a host that the server does not know (`--allowed-hosts`).',
  notFound: 'The object or the path does not exist.',
  methodNotAllowed:
    'The path exists but does not support the method. Or the request creates a custom resource whose definition is being deleted.',
  notAcceptable: 'The server can serve none of the media types in `Accept`. It has done nothing.',
  requestTimeout: 'The request did not arrive in time.',
  alreadyExists:
    'An object of that name exists. The message begins with "object is being deleted" while only finalizers keep it.',
  conflict:
    'The object has changed: its resource version or uid is not the one in the request. Read it again and retry. Or an apply changes fields of other managers; `details.causes` lists each field and its manager ([ways out](/explanation/apply#conflicts)).',
  expired:
    'The history no longer goes back to the requested version. A watch gets the same in an `ERROR` event. List again. A list in chunks can also continue with the `metadata.continue` of the response; the rest then shows the current state.',
  requestTooLarge:
    'The body is too large, has too many chunks or too many values; the server closes the connection. Or the object, with its defaults, is larger than the store accepts ([limits](/reference/limits)).',
  unsupportedMediaType: 'The server cannot read the `Content-Type` of the body.',
  invalid:
    'The object breaks rules; `details.causes` lists them all. With `fieldValidation=Strict` also: a patch adds unknown or duplicate fields. Also: the result of a patch has a value of the wrong type.',
  tooManyRequests:
    'The server is busy: too many large bodies, YAML documents or long responses. Or too many requests are in flight, or the user has too many watches open. The server has done nothing; `Retry-After` says when to retry.',
  headersTooLarge: 'The request line and the headers are larger than 16 KiB.',
  internal:
    'A fault of the server; the log has the details. Also: a stored value is damaged (the message names its key), or a required webhook failed (the message names it). A client mistake never has this code.',
  notImplemented:
    'The request needs running pods: logs, exec, port-forward. A server has them only with `--connect-to-nodes`.',
  serviceUnavailable:
    'The store cannot write; the message says why (disk full, I/O error, etcd without a quorum). Nothing was stored. Or an import is not finished. `/readyz` reports the same.',
  timeout:
    'A read asks for a resource version that the server has not reached, or the deletion of a collection took longer than its `timeoutSeconds`. On etcd also: the server is behind the store, or etcd did not respond to a write, which may or may not have happened.',
}

export function errorsPage(): string {
  const errors = Object.entries(ERRORS).map(([name, { code: status, reason }]) => [
    String(status),
    code(reason),
    WHEN[name as ErrorName],
  ])
  const causes = Object.values(FIELD_ERRORS).map(({ reason, text, quotes }) => [
    code(reason),
    text,
    quotes ? 'yes' : 'no',
  ])
  return page(
    'Errors',
    `Every response other than success is a \`v1.Status\` with \`status: Failure\`: a \`message\` for people, a \`reason\` for
programs and the HTTP \`code\`. \`details\` names the object.`,
    table(['code', 'reason', 'when'], errors),
    `A [webhook](/guides/admission#webhooks) or a [policy](/guides/admission#policies) that denies a write may choose code and
reason. Without a choice a webhook responds with 400 and no reason, a policy with 422 \`Invalid\`.`,
    '## Causes of an invalid object',
    `A 422 has one entry in \`details.causes\` per mistake: the \`field\`, the \`reason\` and a \`message\`. The
[rules of each kind](/reference/kinds/) list them.`,
    table(['reason', 'message begins with', 'quotes the value'], causes),
    `Errors quote at most the beginning of what the client sent, and list at most the first hundred mistakes.`,
    '## Two conventions of the old groups',
    `Clients compare messages, so these stay as the original API has them:

- The message of an invalid object names the group of the request: \`Deployment.extensions "web" is invalid: …\`.
- The path of a field in an owner reference has no index: \`metadata.ownerReferences.uid\`.`,
    '## Errors at start',
    `A server that cannot start exits with 1 and one line that names the flag or file and what is wrong. \`createServer\` rejects
with a \`StartError\` that has the same message.`,
  )
}
