import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { dns1035Label, dns1123Subdomain } from '#meta/formats.js'
import type { Infer } from '#schema/type.js'
import type {
  CustomResourceConversion,
  ServiceReference,
  WebhookClientConfig,
  WebhookConversion,
} from './schema.js'

const STRATEGIES = ['None', 'Webhook']
const NEEDS_WEBHOOK = 'required when strategy is set to Webhook'
const NO_WEBHOOK = 'should not be set when strategy is not set to Webhook'

export function validateConversion(
  { strategy, webhook }: Readonly<CustomResourceConversion>,
  errors: FieldErrors,
  before: Readonly<CustomResourceConversion> | undefined,
): void {
  mustBeGivenAsOneOf('strategy', strategy, STRATEGIES, errors)
  if (strategy === 'Webhook') {
    if (webhook?.clientConfig === undefined) errors.required('webhook.clientConfig', NEEDS_WEBHOOK)
    if (webhook === undefined) errors.required('webhook.conversionReviewVersions')
    errors.field('webhook', webhook, validateWebhook, before?.webhook)
    return
  }
  if (webhook?.clientConfig !== undefined) errors.forbidden('webhook.clientConfig', NO_WEBHOOK)
  if (webhook?.conversionReviewVersions?.length) {
    errors.forbidden('webhook.conversionReviewVersions', NO_WEBHOOK)
  }
}

function validateWebhook(
  { clientConfig, conversionReviewVersions: versions }: Readonly<WebhookConversion>,
  errors: FieldErrors,
  before: Readonly<WebhookConversion> | undefined,
): void {
  errors.field('clientConfig', clientConfig, validateClientConfig)
  if (versions === null || versions.length === 0) {
    errors.required('conversionReviewVersions')
    return
  }
  errors.eachDistinct('conversionReviewVersions', versions, (version, errors, seen) => {
    if (seen.has(version)) errors.invalid('', version, 'duplicate version')
    else errors.format('', version, dns1035Label)
    seen.add(version)
  })
  // A list that was empty before may stay empty.
  if (hasKnownReview(versions) || !hasKnownReview(before?.conversionReviewVersions ?? KNOWN_REVIEWS)) return
  errors.invalid(
    'conversionReviewVersions',
    versions,
    `must include at least one of ${KNOWN_REVIEWS.join(', ')}`,
  )
}

const KNOWN_REVIEWS = ['v1', 'v1beta1']

const hasKnownReview = (versions: readonly string[]) =>
  versions.some((version) => KNOWN_REVIEWS.includes(version))

/** All kinds of webhooks share these rules. */
export function validateClientConfig(
  { url, service }: Readonly<Pick<WebhookClientConfig, 'url' | 'service'>>,
  errors: FieldErrors,
): void {
  if ((url === undefined) === (service === undefined)) {
    errors.required('', 'exactly one of url or service is required')
    return
  }
  if (url !== undefined) validateUrl(url, errors)
  errors.field('service', service, validateService)
}

const FORM = '; desired format: https://host[/path]'

function validateUrl(text: string, errors: FieldErrors): void {
  const parts = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/is.exec(text)
  if (parts === null || (text !== '' && !URL.canParse(text, 'https://base'))) {
    errors.required('url', `url must be a valid URL: cannot parse ${JSON.stringify(text)}${FORM}`)
    return
  }
  const [, scheme = '', authority = '', query = '', fragment = ''] = parts
  const at = authority.lastIndexOf('@')
  const [user, host] = [authority.slice(0, Math.max(at, 0)), authority.slice(at + 1)]
  if (scheme.toLowerCase() !== 'https') {
    errors.invalid('url', scheme, `'https' is the only allowed URL scheme${FORM}`)
  }
  if (host === '') errors.invalid('url', host, `host must be specified${FORM}`)
  if (at >= 0) errors.invalid('url', user, `user information is not permitted in the URL${FORM}`)
  if (fragment !== '') errors.invalid('url', fragment, `fragments are not permitted in the URL${FORM}`)
  if (query !== '') errors.invalid('url', query, `query parameters are not permitted in the URL${FORM}`)
}

function validateService(
  { name, namespace, port, path }: Readonly<Infer<typeof ServiceReference>>,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name', 'service name is required')
  if (namespace === '') errors.required('namespace', 'service namespace is required')
  if (port !== undefined && (port < 1 || port > 65535)) {
    errors.invalid('port', port, 'port is not valid: must be between 1 and 65535, inclusive')
  }
  if (path === undefined || path === '' || path === '/') return
  if (!path.startsWith('/')) errors.invalid('path', path, "must start with a '/'")
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  for (const [index, step] of steps.entries()) {
    if (step === '') errors.invalid('path', path, `segment[${index}] may not be empty`)
    else
      for (const message of dns1123Subdomain(step))
        errors.invalid('path', path, `segment[${index}]: ${message}`)
  }
}
